import { type RawBuilder, sql } from 'kysely'
import type { FlowEntry } from '#contract/live/flow.ts'
import { liveFlowPageMax } from '#contract/live/flow.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { type Aliases, aliasesIn } from '#server/secrets/aliases.ts'

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

/** Where entries are read, and the secret of their writers' aliases. */
export interface FlowSource {
  db: Db | Tx
  secret: Buffer
}

/** The names of writers in one room. */
export const roomAliases = (secret: Buffer, roomId: string): Aliases => aliasesIn(secret, `live:${roomId}`)

const memberOf = (row: EntryRow, aliases: Aliases): FlowEntry['member'] =>
  row.member_id === null || row.is_anonymous || row.is_hidden
    ? null
    : {
        alias: aliases.of(row.member_id),
        name: row.name ?? '',
        isBroadcaster: row.is_broadcaster,
        isModerator: row.is_moderator,
      }

const entryOf = (row: EntryRow, aliases: Aliases): FlowEntry => {
  const { item_id: itemId, item_name: name, points, quantity, combo } = row
  const hasItem = itemId !== null && name !== null
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    member: memberOf(row, aliases),
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
  { db, secret }: FlowSource,
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
  const aliases = roomAliases(secret, roomId)
  return rows.map((row) => entryOf(row, aliases))
}

/** The newest entries, or those after a number, oldest first. */
export const entriesOf = async (
  source: FlowSource,
  roomId: string,
  after: number | undefined,
): Promise<FlowEntry[]> =>
  after === undefined
    ? (await entriesWhere(source, roomId, sql`true`, sql`e.seq desc`, liveFlowPageMax)).reverse()
    : entriesWhere(source, roomId, sql`e.seq > ${after}`, sql`e.seq`, liveFlowPageMax)

/** The entries of these ids and numbers, oldest first. */
export const entriesByIdOrSeq = (
  source: FlowSource,
  roomId: string,
  { ids, seqs }: { ids: readonly string[]; seqs: readonly number[] },
): Promise<FlowEntry[]> =>
  entriesWhere(
    source,
    roomId,
    sql`(e.id = any(${ids}::uuid[]) or e.seq = any(${seqs}::int[]))`,
    sql`e.seq`,
    ids.length + seqs.length,
  )

export const entryBySeq = async (
  source: FlowSource,
  roomId: string,
  seq: number,
): Promise<FlowEntry | null> => (await entriesByIdOrSeq(source, roomId, { ids: [], seqs: [seq] }))[0] ?? null

/** What a request for an entry said; `text` is null where it was removed since. */
export interface KnownEntry {
  roomId: string
  memberId: string | null
  seq: number
  kind: FlowEntry['kind']
  text: string | null
  itemId: string | null
  quantity: number
}

/** The entry with this id; null when the id is new. */
export const entryWithId = async (db: Db | Tx, id: string): Promise<KnownEntry | null> => {
  const row = await db
    .selectFrom('live_entry')
    .select(['room_id', 'member_id', 'seq', 'kind', 'text', 'removed_at', 'item_id', 'quantity'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { room_id: roomId, member_id: memberId, seq, kind, item_id: itemId, quantity } = row
  const text = row.removed_at === null ? row.text : null
  return { roomId, memberId, seq, kind: kind as FlowEntry['kind'], text, itemId, quantity }
}
