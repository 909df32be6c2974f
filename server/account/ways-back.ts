import type { WaysBack } from '../../domain/account/passkey.ts'
import type { Db, Tx } from '../db/database.ts'
import { passkeyCountOf } from './passkeys/queries.ts'

/** By what a member can sign in again. */
export const waysBackOf = async (db: Db | Tx, memberId: string): Promise<WaysBack> => {
  const { email, password_hash } = await db
    .selectFrom('member')
    .select(['email', 'password_hash'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return {
    hasPassword: email !== null && password_hash !== null,
    passkeys: await passkeyCountOf(db, memberId),
  }
}

/** Whether there is any. */
export const hasWayBack = async (db: Db | Tx, memberId: string): Promise<boolean> => {
  const { hasPassword, passkeys } = await waysBackOf(db, memberId)
  return hasPassword || passkeys > 0
}
