import type { OpenIdIdentity } from '#adapters/sign-in/openid-provider.ts'
import type { GoogleReturn } from '#contract/account/google-return.ts'
import type { Context } from '#server/context.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { notifyOwner } from '../../notify-owner.ts'
import { ownerOfGoogleAccount, storeGoogleAccount } from '../queries.ts'

/** The result, and the session if it was rotated. */
export interface GoogleOutcome {
  outcome: GoogleReturn
  session: OpenedSession | null
}

/**
 * Links a Google account to the viewer's account, if it is linked to no other. The session is rotated, and
 * the owner is notified.
 */
export const linkGoogle = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  identity: OpenIdIdentity,
  userAgent: string,
): Promise<GoogleOutcome> => {
  const outcome = await context.db.transaction().execute(async (tx): Promise<GoogleOutcome> => {
    const owner = await ownerOfGoogleAccount(tx, identity)
    if (owner !== null) return { outcome: owner === memberId ? 'linked' : 'taken', session: null }
    const session = await rotateSession(context, tx, sessionKey)
    if (!session) return { outcome: 'ended', session: null }
    if (!(await storeGoogleAccount(tx, memberId, identity, context.now())))
      return { outcome: 'another', session }
    await notifyOwner(context, tx, 'googleLinked', {
      memberId,
      sessionKey: session.sessionKey,
      userAgent,
    })
    return { outcome: 'linked', session }
  })
  if (outcome.session) context.sessions.evict(sessionKey)
  return outcome
}
