import { sql } from 'kysely'
import type { StoredBody } from '#domain/chat/message.ts'
import type { ChatSides } from '#domain/chat/sides.ts'
import type { SentMessage } from '#domain/chat/unsend.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { storedBody } from './message-rows.ts'

/** A message's row with the sides of its conversation. */
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

/** The message, or null if there is none or this member isn't in its conversation. */
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

/** The same, with the row of the conversation locked until the transaction ends. */
export const lockMessage = async (
  tx: Tx,
  messageId: string,
  memberId: string,
): Promise<MessageRecord | null> => {
  await sql`
    select from conversation c where c.id = (select m.conversation_id from chat_message m where m.id = ${messageId})
    for update`.execute(tx)
  // A separate statement: the first one sees the message as it was before the lock was held.
  return findMessage(tx, messageId, memberId)
}

/**
 * Changes the body of a message whose conversation is locked, with the next revision, and notifies both
 * sides.
 */
export const changeMessage = async (
  context: Context,
  tx: Tx,
  { id, conversationId, sides }: MessageRecord,
  body: StoredBody,
): Promise<void> => {
  const { kind, ...content } = body
  await sql`
    with c as (
      update conversation v set revision = v.revision + 1 where v.id = ${conversationId} returning v.revision
    )
    update chat_message m set kind = ${kind}, body = ${content}::jsonb, revision = c.revision from c
    where m.id = ${id}`.execute(tx)
  await publishChanged(context, tx, sides, id)
}

/**
 * Erases a message whose conversation is locked and keeps a copy for reports. The message no longer counts as
 * unread. Replies to it quote another line now, so they get the revisions after it.
 */
export const eraseMessage = async (
  context: Context,
  tx: Tx,
  { id, conversationId, sides }: MessageRecord,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from chat_message a where a.reply_to = ${id} order by a.seq`.execute(tx)
  const changed = [id, ...rows.map((answer) => answer.id)]
  await sql`
    update chat_side s set unread = s.unread - 1 from chat_message m
    where m.id = ${id} and s.conversation_id = m.conversation_id and s.member_id = m.unread_by
      and s.read_seq < m.seq`.execute(tx)
  await sql`
    insert into chat_unsent (message_id, kind, body) select m.id, m.kind, m.body from chat_message m where m.id = ${id}`.execute(
    tx,
  )
  await sql`
    update chat_message m
    set kind = 'unsent', body = '{}', command = null, reply_to = null, unread_by = null, unsent_at = now()
    where m.id = ${id}`.execute(tx)
  await sql`
    with c as (
      update conversation v set revision = v.revision + ${changed.length}::int where v.id = ${conversationId}
      returning v.revision - ${changed.length}::int as before
    )
    update chat_message m set revision = c.before + x.nth
    from c, unnest(${changed}::uuid[]) with ordinality x (id, nth)
    where m.id = x.id`.execute(tx)
  for (const messageId of changed) await publishChanged(context, tx, sides, messageId)
}

const publishChanged = (context: Context, tx: Tx, sides: ChatSides, messageId: string): Promise<void> =>
  context.events.publish(tx, {
    type: 'chat:changed',
    memberIds: [sides.callerId, sides.broadcasterId],
    messageId,
    isNew: false,
  })
