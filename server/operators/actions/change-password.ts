import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { operatorPasswordMin } from '#contract/operators/account.ts'
import type { Context } from '#server/context.ts'
import { hashPassword } from '#server/credentials/passwords.ts'
import type { Tx } from '#server/db/database.ts'
import type { Client } from '#server/http/handlers.ts'
import { checkOperatorPassword } from '../check-operator-password.ts'
import { type Operator, revokeOtherSessions } from '../operator-sessions.ts'

type PasswordRefusal = Refusal<'signInFailed' | 'signInTooOften' | 'tooManyRequests'>

/** Whether the signed-in operator also knows the password; tries count like those of a sign-in. */
export const confirmPassword = async (
  context: Context,
  { id, mail }: Operator,
  password: string,
  client: Client,
): Promise<PasswordRefusal | null> => {
  const giver = { mail, client, isKnown: true, operatorId: id }
  const found = await checkOperatorPassword(context, giver, password)
  return isRefusal(found) ? found : null
}

/** Sets a new password, after checking the present one. Every other session ends: the old password may be known. */
export const changePassword = async (
  context: Context,
  tx: Tx,
  operator: Operator,
  given: { password: string; newPassword: string },
  client: Client,
): Promise<PasswordRefusal | Refusal<'passwordTooShort'> | null> => {
  if (given.newPassword.length < operatorPasswordMin) return refuse('passwordTooShort')
  const refusal = await confirmPassword(context, operator, given.password, client)
  if (refusal) return refusal
  await tx
    .updateTable('operator')
    .set({ password_hash: await hashPassword(given.newPassword) })
    .where('id', '=', operator.id)
    .execute()
  await revokeOtherSessions(context, tx, operator)
  return null
}
