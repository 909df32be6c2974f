import { createHash } from 'node:crypto'
import type { SquareClient, SquareError } from 'square'

type Sdk = typeof import('square')

export interface SquareAccess {
  client: SquareClient
  /** The SDK's check of a webhook's signature, HMAC-SHA256 over address and body. */
  verifySignature: Sdk['WebhooksHelper']['verifySignature']
  /** An answer that says what is wrong with the request; undefined for outages and 5xx. */
  refusalOf(error: unknown): SquareError | undefined
}

const isRefusal = (statusCode: number | undefined): boolean =>
  statusCode !== undefined && statusCode >= 400 && statusCode < 500

/** Retried later by reconciliation instead of declined: our keys are wrong, or we send too many requests. */
const passing = [401, 403, 408, 429]

/** Loads Square's SDK when it is first needed: only a server with keys pays for it. */
export const createSquareAccess = (options: {
  accessToken: string
  baseUrl: string
  timeoutMs: number
}): (() => Promise<SquareAccess>) => {
  let access: Promise<SquareAccess> | undefined
  const load = async (): Promise<SquareAccess> => {
    const sdk: Sdk = await import('square')
    return {
      client: new sdk.SquareClient({
        token: options.accessToken,
        baseUrl: options.baseUrl,
        timeoutInSeconds: options.timeoutMs / 1_000,
        // A payer waits for the first answer; what stays unknown is found by reconciliation.
        maxRetries: 0,
      }),
      verifySignature: sdk.WebhooksHelper.verifySignature,
      refusalOf: (error) =>
        error instanceof sdk.SquareError &&
        isRefusal(error.statusCode) &&
        !passing.includes(error.statusCode ?? 0)
          ? error
          : undefined,
    }
  }
  return () => {
    access ??= load()
    return access
  }
}

const idempotencyKeyMax = 45

/** Square's keys have at most 45 characters. */
export const idempotencyKeyOf = (key: string): string =>
  key.length <= idempotencyKeyMax ? key : createHash('sha256').update(key).digest('base64url')
