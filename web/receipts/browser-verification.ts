import { call } from '#contract/core/client.ts'
import { receiptKeysPath, receiptsEndpoints } from '#contract/receipts/receipts.ts'
import type { VerificationPorts, VerifyingKey } from './verification.ts'

const keysTimeoutMs = 10_000

/** Verifying with this browser's own WebCrypto, which older ones and pages without TLS don't have. */
export const browserVerification: VerificationPorts = {
  fetchKeys: async () => {
    try {
      const response = await fetch(receiptKeysPath, { signal: AbortSignal.timeout(keysTimeoutMs) })
      if (!response.ok) return null
      return ((await response.json()) as { keys: VerifyingKey[] }).keys
    } catch {
      return null
    }
  },
  checkSignature: async ({ x }, { payload, signature }) => {
    try {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x }
      const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', key, signature, payload)
    } catch {
      return null
    }
  },
  requestVerdict: (text) => call(receiptsEndpoints.verifyReceipt, { text }),
}
