import type { Context } from '#server/context.ts'
import type { Client } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'

/** Counts one request of this network. */
export const admitsAccountRequest = (
  { limits, secret }: Pick<Context, 'limits' | 'secret'>,
  what: 'reset' | 'new-password' | 'confirm-mail' | 'confirmation',
  client: Client,
): boolean => limits.accountRequest.admits(`${what}:${addressKey(secret, client.address)}`)
