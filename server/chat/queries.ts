import { type RawBuilder, sql } from 'kysely'
import type { ChatMessage, ChatPartner, ChatSyncState, ConversationItem } from '#contract/chat/chat.ts'
import type { StoredBody } from '#domain/chat/message.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { partnersByIds } from '#server/people/partners.ts'
import {
  type ChatViewer,
  type MessageRow,
  messageColumns,
  messageOf,
  messageTables,
  previewFor,
  storedBody,
} from './message-rows.ts'

/** A conversation as one of its sides sees it. */
interface OwnConversation {
  id: number
  callerId: string
  broadcasterId: string
  syncState: ChatSyncState
}

/** The conversation of two members from the first one's side; null when there is none. */
export const conversationWith = async (
  db: Db | Tx,
  memberId: string,
  partnerId: string,
): Promise<OwnConversation | null> => {
  const { rows } = await sql<ChatSyncState & Omit<OwnConversation, 'syncState'>>`
    select c.id, c.caller_id as "callerId", c.broadcaster_id as "broadcasterId", c.revision, c.last_seq as "lastSeq",
      s.read_seq as "ownReadSeq", p.read_seq as "partnerReadSeq"
    from chat_side s
    join chat_side p on p.member_id = s.partner_id and p.partner_id = s.member_id
    join conversation c on c.id = s.conversation_id
    where s.member_id = ${memberId} and s.partner_id = ${partnerId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { id, callerId, broadcasterId, ...syncState } = row
  return { id, callerId, broadcasterId, syncState }
}

/**
 * Leaves out conversations with a member who blocks the viewer or is blocked by them; `s` is the viewer's
 * side.
 */
const isShown = sql`not exists (
  select from blocked_pair b where b.member_id = s.member_id and b.partner_id = s.partner_id)`

/** A member's unread messages over all conversations. */
export const unreadTotal = async (db: Db | Tx, memberId: string): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select coalesce(sum(s.unread), 0)::int as unread from chat_side s
    where s.member_id = ${memberId} and s.unread > 0 and ${isShown}`.execute(db)
  return rows[0]?.unread ?? 0
}

/** In how many conversations a member has unread messages, counted up to `max`. */
export const unreadConversations = async (db: Db | Tx, memberId: string, max: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chat_side s where s.member_id = ${memberId} and s.unread > 0 and ${isShown} limit ${max}) unread`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

interface ConversationCursor {
  lastAt: string
  partnerId: string
}

interface ConversationPage {
  conversations: ConversationItem[]
  next: ConversationCursor | null
}

interface ConversationRow {
  partner_id: string
  is_caller: boolean
  unread: number
  last_at: Date
  revision: number
  sender_id: string | null
  kind: string
  body: object
}

/** A member's conversations, newest first, older than `before`. */
export const conversationsOf = async (
  db: Db | Tx,
  memberId: string,
  page: { before: ConversationCursor | null; onlyUnread: boolean; limit: number },
): Promise<ConversationPage> => {
  const older = page.before
    ? sql`and (s.last_at, s.partner_id) < (${new Date(page.before.lastAt)}, ${page.before.partnerId})`
    : sql``
  // The page is cut from the sides alone: with few statistics the planner would join all conversations
  // otherwise.
  const { rows } = await sql<ConversationRow>`
    select s.partner_id, c.caller_id = s.member_id as is_caller, s.unread, s.last_at, c.revision,
      m.sender_id, m.kind, m.body
    from (
      select s.* from chat_side s
      where s.member_id = ${memberId} ${older} ${page.onlyUnread ? sql`and s.unread > 0` : sql``} and ${isShown}
      order by s.last_at desc, s.partner_id desc limit ${page.limit + 1}) s
    join conversation c on c.id = s.conversation_id
    join chat_message m on m.conversation_id = c.id and m.seq = c.last_seq
    order by s.last_at desc, s.partner_id desc`.execute(db)
  const shown = rows.slice(0, page.limit)
  const partners = await partnersByIds(
    db,
    memberId,
    shown.map((row) => row.partner_id),
  )
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    conversations: shown.flatMap((row) => {
      const partner = partners.get(row.partner_id)
      return partner ? [conversationItemOf(row, partner, memberId)] : []
    }),
    next: last ? { lastAt: last.last_at.toISOString(), partnerId: last.partner_id } : null,
  }
}

const conversationItemOf = (
  row: ConversationRow,
  partner: ChatPartner,
  memberId: string,
): ConversationItem => ({
  partner,
  lastMessage: previewFor(
    { memberId, role: row.is_caller ? 'caller' : 'broadcaster' },
    row.sender_id,
    storedBody(row.kind, row.body),
  ),
  lastAt: row.last_at.toISOString(),
  revision: row.revision,
  unread: row.unread,
})

/** Which messages of a conversation: by seq or by revision, beyond a bound. */
export type MessagesFrom =
  | { at: 'newest' }
  | { at: 'unread' }
  | { at: 'before'; seq: number }
  | { at: 'after'; seq: number }
  | { at: 'changedSince'; revision: number }

interface MessagePage {
  messages: ChatMessage[]
  /** There are more messages in the direction asked for. */
  more: boolean
}

/**
 * The part of a page around the first unread message that comes before it; a page with fewer unread messages
 * ends at the newest.
 */
const readPart = 1 / 3

/**
 * A page of a conversation in its order. The numbers have no gaps, so the last one shows whether there are
 * more.
 */
export const messagesOf = async (
  db: Db | Tx,
  { id, syncState }: OwnConversation,
  viewer: ChatViewer,
  from: MessagesFrom,
  limit: number,
): Promise<MessagePage> => {
  const read = async (where: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<ChatMessage[]> => {
    const { rows } = await sql<MessageRow>`
      select ${messageColumns} from ${messageTables}
      where m.conversation_id = ${id} and ${where} order by ${order} limit ${limit}`.execute(db)
    return rows.map((row) => messageOf(row, viewer))
  }
  const older = async (where: RawBuilder<unknown>): Promise<MessagePage> => {
    const messages = (await read(where, sql`m.seq desc`)).reverse()
    return { messages, more: (messages[0]?.seq ?? 1) > 1 }
  }
  const newer = async (seq: number): Promise<MessagePage> => {
    const messages = await read(sql`m.seq > ${seq}::bigint`, sql`m.seq`)
    return { messages, more: (messages.at(-1)?.seq ?? syncState.lastSeq) < syncState.lastSeq }
  }
  switch (from.at) {
    case 'newest':
      return older(sql`true`)
    case 'before':
      return older(sql`m.seq < ${from.seq}::bigint`)
    case 'after':
      return newer(from.seq)
    case 'unread': {
      const aroundFirst = syncState.ownReadSeq - Math.floor(limit * readPart)
      return newer(Math.max(0, Math.min(aroundFirst, syncState.lastSeq - limit)))
    }
    case 'changedSince': {
      const messages = await read(sql`m.revision > ${from.revision}::bigint`, sql`m.revision`)
      return { messages, more: (messages.at(-1)?.revision ?? syncState.revision) < syncState.revision }
    }
  }
}

/** Messages before, and messages after, the one that a report is about. */
const aroundBefore = 20
const aroundAfter = 10

/** A message as it was when a member reported it. */
export interface EvidenceMessage {
  messageId: string
  seq: number
  /** Null: the platform. */
  senderId: string | null
  sentAt: string
  body: StoredBody
  /** The message had been unsent; `body` is what it said, as long as the copy is kept. */
  wasUnsent: boolean
}

/**
 * The messages of two members around one of their messages, in order; around the last one if the message
 * isn't theirs or none is named. Reports store them as they are now.
 */
export const messagesAround = async (
  db: Db | Tx,
  memberId: string,
  partnerId: string,
  messageId: string | null,
): Promise<EvidenceMessage[]> => {
  const { rows } = await sql<
    Pick<MessageRow, 'id' | 'seq' | 'sender_id' | 'sent_at' | 'kind' | 'body'> & { was_unsent: boolean }
  >`
    select m.id, m.seq, m.sender_id, m.sent_at, coalesce(u.kind, m.kind) as kind, coalesce(u.body, m.body) as body,
      m.kind = 'unsent' as was_unsent
    from chat_side s
    join conversation c on c.id = s.conversation_id
    cross join lateral (
      select coalesce((
        select a.seq from chat_message a where a.id = ${messageId} and a.conversation_id = c.id), c.last_seq) as seq) x
    join chat_message m on m.conversation_id = c.id
      and m.seq between x.seq - ${aroundBefore}::int and x.seq + ${aroundAfter}::int
    left join chat_unsent u on u.message_id = m.id
    where s.member_id = ${memberId} and s.partner_id = ${partnerId} order by m.seq`.execute(db)
  return rows.map((row) => ({
    messageId: row.id,
    seq: row.seq,
    senderId: row.sender_id,
    sentAt: row.sent_at.toISOString(),
    body: storedBody(row.kind, row.body),
    wasUnsent: row.was_unsent,
  }))
}

/** One message as one of its sides sees it; null for anybody else. */
export const messageFor = async (
  db: Db | Tx,
  messageId: string,
  memberId: string,
): Promise<ChatMessage | null> => {
  const { rows } = await sql<MessageRow & { is_caller: boolean }>`
    select ${messageColumns}, c.caller_id = ${memberId} as is_caller
    from ${messageTables} join conversation c on c.id = m.conversation_id
    where m.id = ${messageId} and ${memberId} in (c.caller_id, c.broadcaster_id)`.execute(db)
  const row = rows[0]
  return row ? messageOf(row, { memberId, role: row.is_caller ? 'caller' : 'broadcaster' }) : null
}
