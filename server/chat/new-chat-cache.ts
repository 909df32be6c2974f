import { sql } from 'kysely'
import type { NewChatItem } from '#contract/chat/chat.ts'
import type { Db } from '#server/db/database.ts'
import { partnersByIds } from '#server/people/partners.ts'
import type { Event } from '#server/realtime/events.ts'
import {
  createMemberCache,
  type MemberCache,
  type MemberCacheParts,
  type Reading,
} from '#server/realtime/member-cache.ts'
import { newChatItemOf } from './events.ts'
import type { MessageRow } from './message-rows.ts'

/**
 * The most partners with unread messages that one poll returns: a browser that returns shows a toast, not a
 * list.
 */
const partnersMax = 50

/** The answers to the new-chat polls of open pages, in this process. */
export type NewChatCache = MemberCache<readonly NewChatItem[]>

const touchedBy = (event: Event): readonly string[] =>
  event.type === 'chat:changed' || event.type === 'chat:read' || event.type === 'block:changed'
    ? event.memberIds
    : []

/**
 * Everything that changes a member's unread messages publishes one of these events in the same transaction.
 */
export const createNewChatCache = (parts: MemberCacheParts): NewChatCache => {
  const cache = createMemberCache<readonly NewChatItem[]>(parts, touchedBy)
  parts.events.subscribe((event) => {
    if (event.type === 'member:changed')
      cache.deleteWhere((items) => items.some(({ partnerId }) => partnerId === event.memberId))
  })
  return cache
}

interface UnreadRow extends Pick<MessageRow, 'id' | 'sender_id' | 'kind' | 'body' | 'sent_at'> {
  partner_id: string
  is_caller: boolean
}

/** The newest message of each partner that a member hasn't read, newest first. */
export const readNewChat = async (db: Db, memberId: string): Promise<Reading<readonly NewChatItem[]>> => {
  const { rows } = await sql<UnreadRow>`
    select s.partner_id, c.caller_id = s.member_id as is_caller, m.id, m.sender_id, m.kind, m.body, m.sent_at
    from (
      select a.* from chat_side a
      where a.member_id = ${memberId} and a.unread > 0
        and not exists (select from blocked_pair b where b.member_id = a.member_id and b.partner_id = a.partner_id)
      order by a.last_at desc, a.partner_id desc limit ${partnersMax}) s
    join conversation c on c.id = s.conversation_id
    cross join lateral (
      select n.* from chat_message n
      where n.conversation_id = s.conversation_id and n.unread_by = s.member_id and n.seq > s.read_seq
      order by n.seq desc limit 1) m
    order by m.sent_at desc, m.id`.execute(db)
  const partners = await partnersByIds(
    db,
    memberId,
    rows.map((row) => row.partner_id),
  )
  const items = rows.flatMap((row) => {
    const partner = partners.get(row.partner_id)
    const role = row.is_caller ? 'caller' : 'broadcaster'
    return partner ? [newChatItemOf(row, { memberId, role }, partner)] : []
  })
  return { value: items, steadyMs: Number.POSITIVE_INFINITY }
}
