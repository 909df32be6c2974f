import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { normalMail } from '#domain/account/mail-address.ts'
import type { Context } from '#server/context.ts'
import { checkPassword, isPlausible } from '#server/credentials/check-password.ts'
import { clearFailures } from '#server/credentials/sign-in-failures.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { lockMember } from '#server/members/member-lock.ts'
import { credentialsByEmail } from '#server/members/queries.ts'
import { passwordLimitSubjects } from '../mail/password-subjects.ts'
import { type Browser, openSignIn } from './open-sign-in.ts'

/**
 * Provider `login`. The answer doesn't reveal which accounts exist: an unknown mail address, an account
 * without a password and a wrong password take the same time, count alike and get the same sentence. So does
 * a password that was changed during the check: the change ended every session, and this one would have come
 * after it.
 */
export const signIn = async (
  context: Context,
  input: { email: string; password: string },
  browser: Browser,
): Promise<OpenedSession | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>> => {
  const email = normalMail(input.email)
  if (!isPlausible({ mail: email, password: input.password })) return refuse('signInFailed')
  const subjects = await passwordLimitSubjects(context, email, browser)
  if (!context.limits.passwordSignIn.admits(subjects.account)) return refuse('tooManyRequests')
  const checked = await checkPassword(context, subjects, { mail: email, password: input.password }, () =>
    credentialsByEmail(context.db, email, context.config.demo),
  )
  if (isRefusal(checked)) return checked

  const opened = await context.db.transaction().execute(async (tx) => {
    const member = await lockMember(tx, checked.id)
    if (member.passwordHash !== checked.passwordHash) return null
    await clearFailures(tx, subjects)
    return openSignIn(context, tx, checked.id, browser)
  })
  if (!opened) return refuse('signInFailed')
  if (browser.sessionKey) context.sessions.evict(browser.sessionKey)
  return opened
}
