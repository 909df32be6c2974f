import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'
import { createRateLimit, type RateLimit } from '#server/http/rate-limit.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'

/** High, because a household, an office or a mobile carrier shares one address. */
const requestsPerWindowMax = 20
const windowMs = 10 * 60_000

/** For visitors' requests that cause a mail or a password hash; keys are `what:network`. */
export const createAccountRequestLimit = ({ now }: { now: () => number }): RateLimit =>
  createRateLimit({ max: requestsPerWindowMax, windowMs, now })

/** Counts one request of this network. */
export const admitsAccountRequest = (
  { accountRequestLimit, secret }: Pick<Context, 'accountRequestLimit' | 'secret'>,
  what: 'reset' | 'new-password' | 'confirm-mail' | 'confirmation',
  client: Client,
): boolean => accountRequestLimit.admits(`${what}:${addressKey(secret, client.address)}`)
