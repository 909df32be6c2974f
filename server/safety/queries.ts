import type { OutputOf } from '#contract/core/endpoint.ts'
import type { safetyEndpoints } from '#contract/safety/safety.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'

/** Whether either of the two blocks the other. Lists join the view `blocked_pair` instead. */
export const isBlockedPair = async (db: Db | Tx, memberId: string, partnerId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('blocked_pair')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('partner_id', '=', partnerId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the members who neither block the viewer nor are blocked by the viewer, in their order. */
export const notBlockedOf = async (
  db: Db | Tx,
  memberId: string,
  others: readonly string[],
): Promise<string[]> => {
  if (others.length === 0) return []
  const rows = await db
    .selectFrom('blocked_pair')
    .select('partner_id')
    .where('member_id', '=', memberId)
    .where('partner_id', 'in', others)
    .execute()
  const blocked = new Set(rows.map((row) => row.partner_id))
  return others.filter((id) => !blocked.has(id))
}

type BlockedPerson = OutputOf<typeof safetyEndpoints.getBlocks>['people'][number]

/** The members whom a member blocks, newest first. An id that the member never learns is left out. */
export const blocksOf = async (
  db: Db | Tx,
  { memberId, role }: Pick<Viewer, 'memberId' | 'role'>,
): Promise<BlockedPerson[]> => {
  const rows = await db
    .selectFrom('member_block as b')
    .innerJoin('member as m', 'm.id', 'b.partner_id')
    .select(['b.id as block_id', 'm.id', 'm.name', 'm.role', 'm.avatar_id', 'b.created_at'])
    .where('b.member_id', '=', memberId)
    .orderBy('b.created_at', 'desc')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    blockId: row.block_id,
    id: role === 'caller' && row.role === 'caller' ? null : row.id,
    name: row.name,
    avatarId: row.avatar_id,
    blockedAt: row.created_at.toISOString(),
  }))
}
