import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { Context } from '../../context.ts'
import { keyedHash } from '../keyed-hash.ts'
import { passwordFits, passwordLane } from '../passwords.ts'
import { credentialsByEmail } from '../queries.ts'
import { forgetFailures, isBackedOff, noteFailure } from '../sign-in-failures.ts'
import { type OpenedSession, openSession } from './open-session.ts'
import { revokeSessionWithin } from './revoke-session.ts'

/** Who knocks: the browser a session is opened for. */
export interface Browser {
  addressKey: string
  userAgent: string
  /** The session the browser has now; it ends when another is opened. */
  sessionKey: string | null
}

/** Longer ones are nobody's; they would only be work for the hash. */
const emailLengthMax = 254
const passwordLengthMax = 1_024

/** What no account can have is refused before it costs a hash; PostgreSQL's text has no NUL. */
const isPlausible = (email: string, password: string): boolean =>
  email !== '' &&
  password !== '' &&
  email.length <= emailLengthMax &&
  password.length <= passwordLengthMax &&
  !email.includes('\0')

/**
 * Provider `login`. The answer tells nothing about which accounts exist: an unknown mail address, an account
 * without a password and a wrong password take the same time, count alike and get the same sentence.
 */
export const signIn = async (
  context: Context,
  input: { email: string; password: string },
  browser: Browser,
): Promise<OpenedSession | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>> => {
  const email = input.email.trim().normalize('NFKC').toLowerCase()
  if (!isPlausible(email, input.password)) return refuse('signInFailed')
  const subjects = { account: keyedHash(context.secret, 'account', email), address: browser.addressKey }
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')

  const checked = await passwordLane.run(async () => {
    // Asked again at the front of the line: those who wait here together must not all get their try.
    if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
    const found = await credentialsByEmail(context.db, email)
    const fits = await passwordFits(found?.passwordHash ?? null, input.password)
    if (found && fits) return { memberId: found.id }
    await noteFailure(context.db, subjects, context.now())
    return refuse('signInFailed')
  })
  if (!checked) return refuse('tooManyRequests')
  if ('refused' in checked) return checked

  const opened = await context.db.transaction().execute(async (tx) => {
    await forgetFailures(tx, subjects)
    if (browser.sessionKey) await revokeSessionWithin(context, tx, browser.sessionKey)
    return openSession(context, tx, {
      memberId: checked.memberId,
      isFirstRegister: false,
      userAgent: browser.userAgent,
    })
  })
  if (browser.sessionKey) context.sessions.forget(browser.sessionKey)
  return opened
}
