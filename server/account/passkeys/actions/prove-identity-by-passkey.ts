import type { PasskeyAssertion } from '#contract/account/passkeys.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { isBackedOff, recordSignInFailure } from '#server/credentials/sign-in-failures.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { RelyingParty } from '../relying-party.ts'
import { recordUse, verifyAssertion } from '../verify-assertion.ts'

/**
 * Proves identity by one of the viewer's own passkeys. A failure counts against the network, as a failed
 * sign-in does.
 */
export const proveIdentityByPasskey = async (
  context: Context,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  relyingParty: RelyingParty,
  { assertion, addressKey }: { assertion: PasskeyAssertion; addressKey: string },
): Promise<OpenedSession | Refusal<'passkeyProofFailed' | 'signInTooOften'>> => {
  const subjects = { address: addressKey }
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
  const verified = await verifyAssertion(context, relyingParty, assertion, { provesIn: sessionKey })
  const rotated =
    verified?.passkey.memberId === memberId
      ? await context.db.transaction().execute(async (tx) => {
          if (!(await recordUse(tx, verified, context.now()))) return null
          return rotateSession(context, tx, sessionKey)
        })
      : null
  if (!rotated) {
    await recordSignInFailure(context.db, subjects, context.now())
    return refuse('passkeyProofFailed')
  }
  context.sessions.evict(sessionKey)
  return rotated
}
