import { hasAnyMethod, type RecoveryMethods } from '#domain/account/recovery-methods.ts'
import { recoveryCodeOfMember } from '#server/credentials/recovery-codes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { googleAccountOfMember } from './google/queries.ts'
import { passkeyCountOf } from './passkeys/queries.ts'

/** The methods by which a member can sign in again. */
export const recoveryMethodsOf = async (db: Db | Tx, memberId: string): Promise<RecoveryMethods> => {
  const { email, password_hash } = await db
    .selectFrom('member')
    .select(['email', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: email !== null && password_hash !== null,
    hasRecoveryCode: (await recoveryCodeOfMember(db, memberId)).state === 'ready',
    hasGoogle: (await googleAccountOfMember(db, memberId)) !== null,
    passkeys: await passkeyCountOf(db, memberId),
  }
}

/**
 * Whether there is any recovery method. Without one the account is lost with its session, which therefore
 * isn't rotated: an answer that carries a new cookie may not arrive.
 */
export const hasRecoveryMethod = async (
  db: Db | Tx,
  memberId: string,
  besides?: 'recoveryCode',
): Promise<boolean> => hasAnyMethod(await recoveryMethodsOf(db, memberId), besides)
