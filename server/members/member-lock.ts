import type { Tx } from '#server/db/database.ts'

/**
 * Runs changes of a member's sign-in one at a time: every change of an address, a password, a phone number, a
 * link or a code takes this lock first, so that none sees half of another, and none deadlocks.
 */
export const lockMember = (tx: Tx, memberId: string) =>
  tx
    .selectFrom('member')
    .select(['id', 'name', 'email', 'password_hash as passwordHash', 'is_demo as isDemo'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
