import type { OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import type { Context } from '#server/context.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { ownerOfGoogleAccount } from '../queries.ts'
import type { GoogleOutcome } from './link-google.ts'

/** The largest difference between Google's clock and ours. */
const clockToleranceMs = 30_000

/**
 * Proves that the viewer owns the linked Google account. Google was asked for a new sign-in; if its answer
 * contains the time of the last sign-in, that time must be later than the request. Google sends it only to
 * projects that enable it in its console; otherwise the answer to this one request has to suffice.
 */
export const proveIdentityByGoogle = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  identity: OpenIdIdentity,
  beganAtMs: number,
): Promise<GoogleOutcome> => {
  const { authenticatedAtMs } = identity
  if (authenticatedAtMs !== null && authenticatedAtMs < beganAtMs - clockToleranceMs)
    return { outcome: 'unproven', session: null }
  const session = await context.db.transaction().execute(async (tx) => {
    const owner = await ownerOfGoogleAccount(tx, identity)
    return owner === memberId ? rotateSession(context, tx, sessionKey) : null
  })
  if (!session) return { outcome: 'unproven', session: null }
  context.sessions.evict(sessionKey)
  return { outcome: 'proven', session }
}
