import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { passwordFits, passwordHashSlots } from './passwords.ts'
import { isBackedOff, noteFailure, type SignInSubjects } from './sign-in-failures.ts'

/** Longer ones are nobody's; they would only be work for the hash. */
const mailLengthMax = 254
const passwordLengthMax = 1_024

/** What no account can have is refused before it costs a hash; PostgreSQL's text has no NUL. */
export const isPlausible = ({ mail, password }: { mail: string; password: string }): boolean =>
  mail !== '' &&
  password !== '' &&
  mail.length <= mailLengthMax &&
  password.length <= passwordLengthMax &&
  !mail.includes('\0')

/**
 * Finds the account and checks its password. The answer tells nothing about which accounts exist: an unknown mail
 * address, an account without a password and a wrong password take the same time, count alike and get the same
 * sentence. A success is the caller's to act upon, the failures so far included.
 * @param noteRefusal counts a wrong password, in a transaction of its own
 */
export const checkPassword = async <Found extends { passwordHash: string | null }>(
  context: Pick<Context, 'db' | 'now'>,
  subjects: SignInSubjects,
  given: { mail: string; password: string },
  find: () => Promise<Found | null>,
  noteRefusal = () => noteFailure(context.db, subjects, context.now()),
): Promise<Found | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>> => {
  if (!isPlausible(given)) return refuse('signInFailed')
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
  const checked = await passwordHashSlots.run(async () => {
    // Asked again at the front of the line: those who wait here together must not all get their try.
    if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
    const found = await find()
    const fits = await passwordFits(found?.passwordHash ?? null, given.password)
    if (found && fits) return found
    await noteRefusal()
    return refuse('signInFailed')
  })
  return checked ?? refuse('tooManyRequests')
}
