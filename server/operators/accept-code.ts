import type { Context } from '#server/context.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { Tx } from '#server/db/database.ts'
import { decryptSecret } from './encrypted-secret.ts'
import type { Operator } from './operator-sessions.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { totpStepOf } from './totp.ts'

/** The kind of the second step. */
export type SignInMethod = 'enrolment' | 'authenticator' | 'recoveryCode'

const sixDigits = /^\d{6}$/

/**
 * Consumes a code, so that it can't be used again; null when it is wrong. The caller holds the lock of the operator's
 * row. Before an authenticator is enrolled only the secret offered to this session counts.
 */
export const acceptCode = async (
  context: Pick<Context, 'secret' | 'now'>,
  tx: Tx,
  operator: Operator,
  typed: string,
): Promise<SignInMethod | null> => {
  const row = await tx
    .selectFrom('operator as o')
    .innerJoin('operator_session as s', 's.operator_id', 'o.id')
    .select(['o.totp_secret', 'o.totp_last_step', 's.offered_totp_secret'])
    .where('s.id_hash', '=', idHashOf(operator.sessionKey))
    .where('s.revoked_at', 'is', null)
    .where('s.passed_both_at', 'is', null)
    .executeTakeFirst()
  const encrypted = row?.totp_secret ?? row?.offered_totp_secret
  if (!row || !encrypted) return null
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  if (!sixDigits.test(code))
    return (await consumeRecoveryCode(context, tx, operator, code)) ? 'recoveryCode' : null
  const step = totpStepOf(decryptSecret(context.secret, operator.id, encrypted), code, context.now())
  if (step === null || step <= row.totp_last_step) return null
  await tx
    .updateTable('operator')
    .set({ totp_secret: encrypted, totp_last_step: step })
    .where('id', '=', operator.id)
    .execute()
  return row.totp_secret ? 'authenticator' : 'enrolment'
}

const consumeRecoveryCode = async (
  { secret, now }: Pick<Context, 'secret' | 'now'>,
  tx: Tx,
  { id }: Operator,
  code: string,
): Promise<boolean> => {
  const used = await tx
    .updateTable('operator_recovery_code')
    .set({ used_at: new Date(now()) })
    .where('operator_id', '=', id)
    .where('code_hash', '=', recoveryCodeHash(secret, id, code))
    .where('used_at', 'is', null)
    .returning('operator_id')
    .executeTakeFirst()
  return used !== undefined
}
