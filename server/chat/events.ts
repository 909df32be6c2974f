import { sql } from 'kysely'
import type { CallRole } from '#contract/calls/calls.ts'
import type { ChatChanged, ChatRead, ChatSyncState, NewChatItem } from '#contract/chat/chat.ts'
import type { Db } from '#server/db/database.ts'
import { type Partner, pairKey, partnersOfPairs } from '#server/people/partners.ts'
import {
  type ChatViewer,
  type MessageRow,
  messageColumns,
  messageOf,
  messageTables,
  previewFor,
  storedBody,
} from './message-rows.ts'

/** One side of a conversation with that member's unread count over all conversations. */
interface SideRow {
  member_id: string
  partner_id: string
  is_caller: boolean
  conversation_revision: number
  last_seq: number
  last_at: Date
  read_seq: number
  partner_read_seq: number
  unread: number
  total: number
}

const sideColumns = sql`
  s.member_id, s.partner_id, s.member_id = c.caller_id as is_caller, c.revision as conversation_revision, c.last_seq,
  c.last_at, s.read_seq, p.read_seq as partner_read_seq, s.unread, t.total`

/**
 * Joins a conversation `c` to those of its sides that are asked for, with each side's unread count over all
 * conversations.
 */
const sideTables = (memberIds: readonly string[]) => sql`
  join chat_side s on s.conversation_id = c.id and s.member_id = any(${memberIds})
  join chat_side p on p.member_id = s.partner_id and p.partner_id = s.member_id
  cross join lateral (
    select coalesce(sum(a.unread), 0)::int as total from chat_side a
    where a.member_id = s.member_id and a.unread > 0
      and not exists (select from blocked_pair b where b.member_id = a.member_id and b.partner_id = a.partner_id)) t`

/** While one side blocks the other, neither is notified. */
const isOpen = sql`not exists (
  select from blocked_pair b where b.member_id = c.caller_id and b.partner_id = c.broadcaster_id)`

const roleOf = (side: SideRow): CallRole => (side.is_caller ? 'caller' : 'broadcaster')

const syncStateOf = (side: SideRow): ChatSyncState => ({
  revision: side.conversation_revision,
  lastSeq: side.last_seq,
  ownReadSeq: side.read_seq,
  partnerReadSeq: side.partner_read_seq,
})

interface ChangedRow extends MessageRow, SideRow {
  last_sender_id: string | null
  last_kind: string
  last_body: object
}

/** A message with the newest message of its conversation, once for each side that is asked for. */
const changedRows = async (
  db: Db,
  messageId: string,
  memberIds: readonly string[],
): Promise<ChangedRow[]> => {
  const { rows } = await sql<ChangedRow>`
    select ${messageColumns}, l.sender_id as last_sender_id, l.kind as last_kind, l.body as last_body, ${sideColumns}
    from ${messageTables}
    join conversation c on c.id = m.conversation_id
    join chat_message l on l.conversation_id = c.id and l.seq = c.last_seq
    ${sideTables(memberIds)}
    where m.id = ${messageId} and ${isOpen}`.execute(db)
  return rows
}

/** What a toast says about a message; null for a message that isn't unread for the viewer. */
const newChatOf = (row: ChangedRow, partner: Partner): NewChatItem | null =>
  row.unread_by !== row.member_id || row.seq <= row.read_seq
    ? null
    : newChatItemOf(row, { memberId: row.member_id, role: roleOf(row) }, partner)

/** A message as the specification's new-chat item. */
export const newChatItemOf = (
  row: Pick<MessageRow, 'id' | 'sender_id' | 'kind' | 'body' | 'sent_at'>,
  viewer: ChatViewer,
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
 * What pages receive when a message was posted or changed, by member, each as that member's side sees it.
 *
 * @param members the conversation's sides, the caller first
 * @param present those of them who have pages on this process
 */
export const chatChanges = async (
  db: Db,
  members: readonly [string, string],
  present: readonly string[],
  { messageId, isNew }: { messageId: string; isNew: boolean },
): Promise<ReadonlyMap<string, ChatChanged>> => {
  const [rows, partners] = await Promise.all([
    changedRows(db, messageId, present),
    partnersOfPairs(
      db,
      present.map((viewerId) => ({
        viewerId,
        partnerId: viewerId === members[0] ? members[1] : members[0],
      })),
    ),
  ])
  const changes = new Map<string, ChatChanged>()
  for (const row of rows) {
    const partner = partners.get(pairKey(row.member_id, row.partner_id))
    if (partner) changes.set(row.member_id, changeOf(row, partner, isNew))
  }
  return changes
}

const changeOf = (row: ChangedRow, partner: Partner, isNew: boolean): ChatChanged => {
  const viewer: ChatViewer = { memberId: row.member_id, role: roleOf(row) }
  return {
    partnerId: row.partner_id,
    message: messageOf(row, viewer),
    conversation: {
      partner,
      lastMessage: previewFor(viewer, row.last_sender_id, storedBody(row.last_kind, row.last_body)),
      lastAt: row.last_at.toISOString(),
      revision: row.conversation_revision,
      unread: row.unread,
    },
    syncState: syncStateOf(row),
    unread: row.total,
    newChat: isNew ? newChatOf(row, partner) : null,
  }
}

/** What pages receive when a side has read messages, by member. */
export const chatReads = async (
  db: Db,
  members: readonly [string, string],
  present: readonly string[],
): Promise<ReadonlyMap<string, ChatRead>> => {
  const { rows } = await sql<SideRow>`
    select ${sideColumns} from conversation c ${sideTables(present)}
    where c.caller_id = ${members[0]} and c.broadcaster_id = ${members[1]} and ${isOpen}`.execute(db)
  return new Map(
    rows.map((side) => [
      side.member_id,
      { partnerId: side.partner_id, syncState: syncStateOf(side), unread: side.total },
    ]),
  )
}
