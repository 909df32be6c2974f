import type { Refusal } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { checkPassword } from '#server/credentials/check-password.ts'
import { isBackedOff, recordFailure, type SignInSubjects } from '#server/credentials/sign-in-failures.ts'
import type { Client } from '#server/http/handlers.ts'
import { addressKey, keyedHash, limitedNetwork } from '#server/secrets/keyed-hash.ts'
import { recordAudit } from './audit.ts'
import { operatorByMail } from './queries.ts'
import { raiseAlert } from './raise-alert.ts'

/** The person who enters a password. */
export interface PasswordProvider {
  /** In the normal spelling. */
  mail: string
  client: Client
  /** The operator signed in here before: the limit on guesses from all networks doesn't apply to this browser. */
  isKnown: boolean
  /** The signed-in operator; null before a sign-in. */
  operatorId: number | null
}

/** Tries count per network, per account within it, and per account altogether. */
export const passwordLimitSubjects = (
  { secret }: Pick<Context, 'secret'>,
  { mail, client, isKnown }: PasswordProvider,
): SignInSubjects & { account: string } => ({
  account: keyedHash(secret, 'operator', `${limitedNetwork(client.address)} ${mail}`),
  address: addressKey(secret, client.address),
  ...(isKnown ? {} : { everywhere: keyedHash(secret, 'operator', mail) }),
})

/**
 * Whether the password is the operator's. A wrong one is recorded in the audit log, and many raise an alert; the answer
 * and its time don't reveal which operators exist.
 */
export const checkOperatorPassword = (
  context: Context,
  provider: PasswordProvider,
  password: string,
): Promise<
  | { id: number; passwordHash: string; isEnrolled: boolean }
  | Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>
> => {
  const { mail } = provider
  const subjects = passwordLimitSubjects(context, provider)
  return checkPassword(
    context,
    subjects,
    { mail, password },
    () => operatorByMail(context.db, mail),
    () => recordRefusedPassword(context, provider, subjects),
  )
}

/** Records existing operators alone: a line for every mail address would let anybody fill the log. */
const recordRefusedPassword = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { mail, client, operatorId }: PasswordProvider,
  subjects: SignInSubjects,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const isOperators = (await operatorByMail(tx, mail)) !== null
    // The line first: it waits for the operator's row, which the second step locks before it counts.
    const line = { operatorId, address: client.address, subject: `operator:${mail}` }
    if (isOperators) await recordAudit(tx, { ...line, action: 'passwordRefused' })
    await recordFailure(tx, subjects, now())
    if (!isOperators || !(await isBackedOff(tx, subjects, now()))) return
    await raiseAlert(tx, {
      kind: 'operatorTries',
      subject: `password:${mail}`,
      text: `${mail} のパスワードが続けて違いました（接続元 ${client.address}）。本人でなければ、パスワードを探られています。`,
    })
  })
