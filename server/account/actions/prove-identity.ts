import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { checkPassword } from '#server/credentials/check-password.ts'
import { clearFailures } from '#server/credentials/sign-in-failures.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { proofSubjects } from '../mail/password-subjects.ts'

/**
 * Checks the viewer's password again. Wrong ones are counted as at the sign-in, but separately from
 * strangers' attempts.
 */
export const proveIdentity = async (
  context: Context,
  viewer: Viewer,
  { password, addressKey }: { password: string; addressKey: string },
): Promise<OpenedSession | Refusal<'passwordWrong' | 'signInTooOften' | 'tooManyRequests' | 'forbidden'>> => {
  const { id, email, passwordHash } = await context.db
    .selectFrom('member')
    .select(['id', 'email', 'password_hash as passwordHash'])
    .where('id', '=', viewer.memberId)
    .executeTakeFirstOrThrow()
  if (email === null || passwordHash === null) return refuse('forbidden')
  const subjects = proofSubjects(context, viewer.memberId, addressKey)
  const checked = await checkPassword(context, subjects, { mail: email, password }, async () => ({
    id,
    passwordHash,
  }))
  if (isRefusal(checked))
    return checked.refused === 'signInFailed' ? refuse('passwordWrong') : refuse(checked.refused)
  const rotated = await context.db.transaction().execute(async (tx) => {
    await clearFailures(tx, subjects)
    return rotateSession(context, tx, viewer.sessionKey)
  })
  context.sessions.evict(viewer.sessionKey)
  return rotated ?? refuse('forbidden')
}
