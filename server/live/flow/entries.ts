import { type RawBuilder, sql } from 'kysely'
import type { FlowEntry } from '#contract/live/flow.ts'
import { liveFlowPageMax } from '#contract/live/flow.ts'
import type { Db, Tx } from '#server/db/database.ts'

interface EntryRow {
  seq: number
  id: string
  kind: FlowEntry['kind']
  at: Date
  member_id: string | null
  name: string | null
  is_broadcaster: boolean
  is_moderator: boolean
  is_hidden: boolean
  text: string
  is_removed: boolean
  is_anonymous: boolean
  item_id: string | null
  item_name: string | null
  points: number
  quantity: number
  combo: number
}

const memberOf = (row: EntryRow): FlowEntry['member'] =>
  row.member_id === null || row.is_anonymous || row.is_hidden
    ? null
    : {
        id: row.member_id,
        name: row.name ?? '',
        isBroadcaster: row.is_broadcaster,
        isModerator: row.is_moderator,
      }

const entryOf = (row: EntryRow): FlowEntry => {
  const { item_id: itemId, item_name: name, points, quantity, combo } = row
  const hasItem = itemId !== null && name !== null
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    member: memberOf(row),
    text: row.is_removed || row.is_hidden ? '' : row.text,
    present: hasItem && row.kind === 'present' ? { presentId: itemId, name, quantity, combo, points } : null,
    menu: hasItem && row.kind === 'menu' ? { menuId: itemId, name, points } : null,
  }
}

/**
 * Entries of a room as everybody in it sees them. Who blocks the broadcaster, or is blocked, has neither a name nor a
 * text there; the entry stays, because the numbers have no gaps.
 */
const entriesWhere = async (
  db: Db | Tx,
  roomId: string,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<FlowEntry[]> => {
  const { rows } = await sql<EntryRow>`
    select e.seq, e.id, e.kind, e.at, e.member_id, m.name, e.member_id = r.broadcaster_id as is_broadcaster,
      e.member_id is not distinct from r.moderator_id as is_moderator,
      exists (select from blocked_pair b where b.member_id = r.broadcaster_id and b.partner_id = e.member_id) as is_hidden,
      e.text, e.removed_at is not null as is_removed, e.is_anonymous, e.item_id, e.item_name, e.points, e.quantity, e.combo
    from live_entry e join live_room r on r.id = e.room_id left join member m on m.id = e.member_id
    where e.room_id = ${roomId} and ${condition} order by ${order} limit ${limit}`.execute(db)
  return rows.map(entryOf)
}

/** The newest entries, or those after a number, oldest first. */
export const entriesOf = async (
  db: Db | Tx,
  roomId: string,
  after: number | undefined,
): Promise<FlowEntry[]> =>
  after === undefined
    ? (await entriesWhere(db, roomId, sql`true`, sql`e.seq desc`, liveFlowPageMax)).reverse()
    : entriesWhere(db, roomId, sql`e.seq > ${after}`, sql`e.seq`, liveFlowPageMax)

/** The entries of these numbers, oldest first. */
export const entriesBySeq = (db: Db | Tx, roomId: string, seqs: readonly number[]): Promise<FlowEntry[]> =>
  entriesWhere(db, roomId, sql`e.seq = any(${seqs}::int[])`, sql`e.seq`, seqs.length)

export const entryBySeq = async (db: Db | Tx, roomId: string, seq: number): Promise<FlowEntry | null> =>
  (await entriesBySeq(db, roomId, [seq]))[0] ?? null

/** Whose entry has this id, and where; null when the id is new. */
export const entryWithId = async (
  db: Db | Tx,
  id: string,
): Promise<{ roomId: string; memberId: string | null; seq: number; kind: FlowEntry['kind'] } | null> => {
  const row = await db
    .selectFrom('live_entry')
    .select(['room_id', 'member_id', 'seq', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row
    ? { roomId: row.room_id, memberId: row.member_id, seq: row.seq, kind: row.kind as FlowEntry['kind'] }
    : null
}
