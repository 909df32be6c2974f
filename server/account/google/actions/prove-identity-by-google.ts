import type { OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import type { Context } from '#server/context.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { ownerOfGoogleAccount } from '../queries.ts'
import type { GoogleOutcome } from './link-google.ts'

/** Clocks of two houses differ by this at most. */
const clockToleranceMs = 30_000

/**
 * Shows that the viewer owns the linked Google account. It was asked to have him sign in anew; a provider that says when
 * he last did must not name a time before. Google says so only to projects that ask for it in its console: elsewhere its
 * fresh answer for this one question has to do.
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
  context.sessions.forget(sessionKey)
  return { outcome: 'proven', session }
}
