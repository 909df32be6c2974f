import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { passwordFits, passwordHashSlots } from './passwords.ts'
import { isBackedOff, recordSignInFailure, type SignInSubjects } from './sign-in-failures.ts'

/** No account has a longer address: hashing its password would be wasted work. */
const mailLengthMax = 254
const passwordLengthMax = 1_024

/** Refuses what no account can have before it costs a hash; PostgreSQL's text has no NUL. */
export const isPlausible = ({ mail, password }: { mail: string; password: string }): boolean =>
  mail !== '' &&
  password !== '' &&
  mail.length <= mailLengthMax &&
  password.length <= passwordLengthMax &&
  !mail.includes('\0')

/**
 * Finds the account and checks its password. The answer doesn't reveal which accounts exist: an unknown mail address,
 * an account without a password and a wrong password take the same time, count alike and get the same sentence. After
 * a success the calling function decides what happens, also to the failures counted so far.
 * @param recordRefusal counts a wrong password, in a transaction of its own
 */
export const checkPassword = async <Found extends { passwordHash: string | null }>(
  context: Pick<Context, 'db' | 'now'>,
  subjects: SignInSubjects,
  given: { mail: string; password: string },
  find: () => Promise<Found | null>,
  recordRefusal = () => recordSignInFailure(context.db, subjects, context.now()),
): Promise<Found | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>> => {
  if (!isPlausible(given)) return refuse('signInFailed')
  if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
  const checked = await passwordHashSlots.run(async () => {
    // Checked again after the wait: requests that queued together must not all get their try.
    if (await isBackedOff(context.db, subjects, context.now())) return refuse('signInTooOften')
    const found = await find()
    const fits = await passwordFits(found?.passwordHash ?? null, given.password)
    if (found && fits) return found
    await recordRefusal()
    return refuse('signInFailed')
  })
  return checked ?? refuse('tooManyRequests')
}
