import { type Failure, isFailure } from '#contract/core/client.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import {
  type ReceiptVerdict,
  type receiptsEndpoints,
  type SignedReceipt,
  signedReceipt,
} from '#contract/receipts/receipts.ts'
import { readSignedText, type SignedText } from '#domain/receipts/receipt-text.ts'

type Answer = OutputOf<typeof receiptsEndpoints.verifyReceipt>

/** One of our public keys: the part that verifying needs. */
export interface VerifyingKey {
  kid: string
  x: string
  distrustedAt: string | null
}

/** The outside functions that verifying needs. */
export interface VerificationPorts {
  /** Our published keys; null when they aren't available. */
  fetchKeys(): Promise<VerifyingKey[] | null>
  /** Whether the signature fits; null where this browser has no Ed25519. */
  checkSignature(key: VerifyingKey, signed: SignedText): Promise<boolean | null>
  requestVerdict(text: string): Promise<Answer | Failure>
}

export interface Verification {
  verdict: ReceiptVerdict
  /** What checked the signature. Null: it was not checked. */
  checkedBy: 'browser' | 'server' | null
  /** The parsed text; null when it is unreadable. */
  receipt: SignedReceipt | null
  /** Null: not compared. `unreachable`: the server gave no answer. */
  comparison: Answer['comparison'] | 'unreachable'
}

/**
 * Verifies a pasted receipt in this browser where it can, and compares it with our records through the server.
 * A failure only when neither could check the signature.
 */
export const verifyText = async (text: string, ports: VerificationPorts): Promise<Verification | Failure> => {
  const signed = readSignedText(text)
  const body = signed && signedReceipt.safeParse(signed.body)
  if (!signed || !body?.success)
    return { verdict: 'unreadable', checkedBy: null, receipt: null, comparison: null }
  const receipt = body.data
  const [own, answer] = await Promise.all([verdictHere(receipt, signed, ports), ports.requestVerdict(text)])
  if (isFailure(answer))
    return own === null
      ? answer
      : { verdict: own, checkedBy: checker(own, 'browser'), receipt, comparison: 'unreachable' }
  // This browser trusts its own eyes: whatever it found wrong stays wrong.
  const verdict = own !== null && own !== 'genuine' ? own : answer.verdict
  return {
    verdict,
    checkedBy: checker(verdict, own === null ? 'server' : 'browser'),
    receipt,
    comparison: answer.comparison,
  }
}

const verdictHere = async (
  receipt: SignedReceipt,
  signed: SignedText,
  ports: VerificationPorts,
): Promise<ReceiptVerdict | null> => {
  const keys = await ports.fetchKeys()
  if (!keys) return null
  const key = keys.find(({ kid }) => kid === receipt.keyId)
  if (!key) return 'unknownKey'
  const fits = await ports.checkSignature(key, signed)
  if (fits === null) return null
  if (!fits) return 'altered'
  return key.distrustedAt === null ? 'genuine' : 'distrustedKey'
}

const checker = (verdict: ReceiptVerdict, by: 'browser' | 'server'): Verification['checkedBy'] =>
  verdict === 'unknownKey' ? null : by
