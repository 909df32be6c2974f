import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import { decryptSecret, encryptSecret } from '../encrypted-secret.ts'
import type { Operator } from '../operator-sessions.ts'
import { newTotpSecret, totpEnrolment } from '../totp.ts'

/**
 * The secret that this session may enrol, the same one at each request. It belongs to the session: a secret that was
 * shown earlier to another session is worth nothing.
 */
export const offerSecret = async (
  { db, secret }: Context,
  operator: Operator,
): Promise<{ uri: string; key: string } | Refusal<'alreadyEnrolled'>> => {
  if (operator.step !== 'enrol') return refuse('alreadyEnrolled')
  const fresh = encryptSecret(secret, operator.id, newTotpSecret())
  const row = await db
    .updateTable('operator_session')
    .set((column) => ({
      offered_totp_secret: column.fn.coalesce('offered_totp_secret', column.val(fresh)),
    }))
    .where('id_hash', '=', idHashOf(operator.sessionKey))
    .returning('offered_totp_secret')
    .executeTakeFirst()
  const encrypted = row?.offered_totp_secret
  if (!encrypted) throw new Error('the session of an enrolment is gone')
  return totpEnrolment(decryptSecret(secret, operator.id, encrypted), operator.mail)
}
