import { sql } from 'kysely'
import type { StoredBody } from '../../domain/chat/message.ts'
import type { ChatSides } from '../../domain/chat/sides.ts'
import type { SentMessage } from '../../domain/chat/unsend.ts'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { storedBody } from './message-rows.ts'

/** A message as it stands in the database, with the sides of its conversation. */
export interface MessageRecord extends SentMessage {
  id: string
  conversationId: number
  sides: ChatSides
  isBlocked: boolean
  /** The database's clock when the row was read, in milliseconds. */
  nowMs: number
}

interface Row {
  conversation_id: number
  caller_id: string
  broadcaster_id: string
  sender_id: string | null
  sent_at: Date
  kind: string
  body: object
  is_blocked: boolean
  now: Date
}

/** The message, or null for one that isn't there or is none of this member's conversations. */
export const findMessage = async (
  db: Db | Tx,
  messageId: string,
  memberId: string,
): Promise<MessageRecord | null> => {
  const { rows } = await sql<Row>`
    select m.conversation_id, c.caller_id, c.broadcaster_id, m.sender_id, m.sent_at, m.kind, m.body,
      exists (select from blocked_pair b where b.member_id = c.caller_id and b.partner_id = c.broadcaster_id) as is_blocked,
      clock_timestamp() as now
    from chat_message m join conversation c on c.id = m.conversation_id
    where m.id = ${messageId} and ${memberId} in (c.caller_id, c.broadcaster_id)`.execute(db)
  const row = rows[0]
  if (!row) return null
  return {
    id: messageId,
    conversationId: row.conversation_id,
    sides: { callerId: row.caller_id, broadcasterId: row.broadcaster_id },
    senderId: row.sender_id,
    sentAtMs: row.sent_at.getTime(),
    body: storedBody(row.kind, row.body),
    isBlocked: row.is_blocked,
    nowMs: row.now.getTime(),
  }
}

/** The same with its conversation's row locked until the transaction ends. */
export const lockMessage = async (
  tx: Tx,
  messageId: string,
  memberId: string,
): Promise<MessageRecord | null> => {
  await sql`
    select from conversation c where c.id = (select m.conversation_id from chat_message m where m.id = ${messageId})
    for update`.execute(tx)
  // A statement of its own: the first one sees the message as it was before the lock was there.
  return findMessage(tx, messageId, memberId)
}

/** Changes a message whose conversation is locked, with the next revision, and tells both sides. */
export const changeMessage = async (
  context: Context,
  tx: Tx,
  { id, conversationId, sides }: MessageRecord,
  body: StoredBody,
): Promise<void> => {
  const { kind, ...content } = body
  const isUnsent = kind === 'unsent'
  await sql`
    with c as (
      update conversation v set revision = v.revision + 1 where v.id = ${conversationId} returning v.revision
    ), uncounted as (
      update chat_side s set unread = s.unread - 1 from chat_message m
      where ${isUnsent} and m.id = ${id} and s.conversation_id = m.conversation_id and s.member_id = m.unread_by
        and s.read_seq < m.seq
    )
    update chat_message m set kind = ${kind}, body = ${content}::jsonb, revision = c.revision,
      command = case when ${isUnsent} then null else m.command end,
      reply_to = case when ${isUnsent} then null else m.reply_to end,
      unread_by = case when ${isUnsent} then null else m.unread_by end,
      unsent_at = case when ${isUnsent} then now() end
    from c where m.id = ${id}`.execute(tx)
  await context.events.publish(tx, {
    type: 'chat:changed',
    memberIds: [sides.callerId, sides.broadcasterId],
    messageId: id,
    isNew: false,
  })
}
