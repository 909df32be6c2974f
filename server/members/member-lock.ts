import type { Tx } from '#server/db/database.ts'

/**
 * One change of how a member signs in at a time: whatever changes an address, a password, a phone number or a link or
 * code that leads to them takes this first, so that none of them sees half of another, and none waits for another in a circle.
 */
export const lockMember = (tx: Tx, memberId: string) =>
  tx
    .selectFrom('member')
    .select(['id', 'name', 'email', 'password_hash as passwordHash', 'is_demo as isDemo'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
