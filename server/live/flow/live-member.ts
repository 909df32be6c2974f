import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { roomAliases } from './entries.ts'
import { roomFacts } from './flow-facts.ts'

/** Who was ever in this room as a watcher; nobody else can be muted or put out. */
export const wasHere = async (db: Db | Tx, roomId: string, memberId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('call')
    .select('id')
    .where('live_room_id', '=', roomId)
    .where('caller_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whose alias it is. The broadcaster and the moderator learn it of everybody who was in the room, watchers of the
 * broadcaster and of themselves alone. Behind a block, with the viewer or with the broadcaster, it is nobody's.
 *
 * Refuses: notFound, liveNotWatching, forbidden.
 */
export const liveMember = async (
  { db, secret }: Context,
  viewer: Pick<Viewer, 'memberId'>,
  { roomId, alias }: { roomId: string; alias: string },
): Promise<{ id: string; name: string } | Refusal<'notFound' | 'liveNotWatching' | 'forbidden'>> => {
  const facts = await roomFacts(db, roomId, viewer.memberId)
  if (!facts) return refuse('notFound')
  const { role, broadcasterId } = facts
  if (role === null) return refuse('liveNotWatching')
  const memberId = roomAliases(secret, roomId).memberOf(alias)
  const isPublic = memberId === broadcasterId || memberId === viewer.memberId
  if (role === 'watcher' && !isPublic) return refuse('forbidden')
  if (memberId === null || !(isPublic || (await wasHere(db, roomId, memberId)))) return refuse('notFound')
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, m.name from member m where m.id = ${memberId} and not exists (
      select from blocked_pair b where b.member_id = m.id and b.partner_id in (${viewer.memberId}, ${broadcasterId}))`.execute(
    db,
  )
  return rows[0] ?? refuse('notFound')
}
