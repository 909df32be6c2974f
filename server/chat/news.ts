import { sql } from 'kysely'
import type { CallRole } from '../../contract/calls.ts'
import type { ChatChanged, ChatRead, ChatStanding, NewChatItem } from '../../contract/chat.ts'
import type { Db } from '../db/database.ts'
import { type Partner, pairKey, partnersOfPairs } from '../people/partners.ts'
import {
  type Beholder,
  type MessageRow,
  messageColumns,
  messageOf,
  messageTables,
  previewFor,
  storedBody,
} from './message-rows.ts'

/** One side of a conversation with what all its conversations together have unread. */
interface SideRow {
  member_id: string
  partner_id: string
  is_caller: boolean
  revision: number
  last_seq: number
  last_at: Date
  read_seq: number
  partner_read_seq: number
  unread: number
  total: number
}

/** Those of two members' sides that are asked for; none while the two have nothing to do with each other. */
const sidesOf = async (
  db: Db,
  [callerId, broadcasterId]: readonly [string, string],
  memberIds: readonly string[],
): Promise<SideRow[]> => {
  const { rows } = await sql<SideRow>`
    select s.member_id, s.partner_id, s.member_id = c.caller_id as is_caller, c.revision, c.last_seq, c.last_at,
      s.read_seq, p.read_seq as partner_read_seq, s.unread, t.total
    from conversation c
    join chat_side s on s.conversation_id = c.id
    join chat_side p on p.member_id = s.partner_id and p.partner_id = s.member_id
    cross join lateral (
      select coalesce(sum(a.unread), 0)::int as total from chat_side a
      where a.member_id = s.member_id and a.unread > 0
        and not exists (select from blocked_pair b where b.member_id = a.member_id and b.partner_id = a.partner_id)) t
    where c.caller_id = ${callerId} and c.broadcaster_id = ${broadcasterId} and s.member_id = any(${memberIds})
      and not exists (select from blocked_pair b where b.member_id = c.caller_id and b.partner_id = c.broadcaster_id)`.execute(
    db,
  )
  return rows
}

const roleOf = (side: SideRow): CallRole => (side.is_caller ? 'caller' : 'broadcaster')

const standingOf = (side: SideRow): ChatStanding => ({
  revision: side.revision,
  lastSeq: side.last_seq,
  ownReadSeq: side.read_seq,
  partnerReadSeq: side.partner_read_seq,
})

interface ChangedRow extends MessageRow {
  last_sender_id: string | null
  last_kind: string
  last_body: object
}

const changedRow = async (db: Db, messageId: string): Promise<ChangedRow | null> => {
  const { rows } = await sql<ChangedRow>`
    select ${messageColumns}, l.sender_id as last_sender_id, l.kind as last_kind, l.body as last_body
    from ${messageTables}
    join conversation c on c.id = m.conversation_id
    join chat_message l on l.conversation_id = c.id and l.seq = c.last_seq
    where m.id = ${messageId}`.execute(db)
  return rows[0] ?? null
}

/** What a toast says of a message; null for what isn't unread to the viewer. */
const newChatOf = (row: ChangedRow, side: SideRow, partner: Partner): NewChatItem | null =>
  row.unread_by !== side.member_id || row.seq <= side.read_seq
    ? null
    : newChatItemOf(row, { memberId: side.member_id, role: roleOf(side) }, partner)

/** A message as the specification's new chat item. */
export const newChatItemOf = (
  row: Pick<MessageRow, 'id' | 'sender_id' | 'kind' | 'body' | 'sent_at'>,
  viewer: Beholder,
  partner: { id: string; name: string; avatarId: string | null },
): NewChatItem => ({
  id: row.id,
  partnerId: partner.id,
  partnerName: partner.name,
  lastMessage: previewFor(viewer, row.sender_id, storedBody(row.kind, row.body)),
  avatarId: partner.avatarId,
  timeStamp: row.sent_at.getTime(),
})

/**
 * What pages are told of a message that came or changed, by member; each as his side sees it.
 *
 * @param members the conversation's sides, the caller first
 * @param present those of them whose pages are here
 */
export const chatChanges = async (
  db: Db,
  members: readonly [string, string],
  present: readonly string[],
  { messageId, isNew }: { messageId: string; isNew: boolean },
): Promise<ReadonlyMap<string, ChatChanged>> => {
  const [row, sides, partners] = await Promise.all([
    changedRow(db, messageId),
    sidesOf(db, members, present),
    partnersOfPairs(
      db,
      present.map((viewerId) => ({
        viewerId,
        partnerId: viewerId === members[0] ? members[1] : members[0],
      })),
    ),
  ])
  const changes = new Map<string, ChatChanged>()
  if (!row) return changes
  for (const side of sides) {
    const partner = partners.get(pairKey(side.member_id, side.partner_id))
    if (!partner) continue
    const viewer: Beholder = { memberId: side.member_id, role: roleOf(side) }
    changes.set(side.member_id, {
      partnerId: side.partner_id,
      message: messageOf(row, viewer),
      conversation: {
        partner,
        lastMessage: previewFor(viewer, row.last_sender_id, storedBody(row.last_kind, row.last_body)),
        lastAt: side.last_at.toISOString(),
        revision: side.revision,
        unread: side.unread,
      },
      standing: standingOf(side),
      unread: side.total,
      newChat: isNew ? newChatOf(row, side, partner) : null,
    })
  }
  return changes
}

/** What pages are told when a side has read on, by member. */
export const chatReads = async (
  db: Db,
  members: readonly [string, string],
  present: readonly string[],
): Promise<ReadonlyMap<string, ChatRead>> => {
  const sides = await sidesOf(db, members, present)
  return new Map(
    sides.map((side) => [
      side.member_id,
      { partnerId: side.partner_id, standing: standingOf(side), unread: side.total },
    ]),
  )
}
