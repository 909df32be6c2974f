import { sql } from 'kysely'
import type { CallRole } from '#contract/calls/calls.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { bodyFor, type StoredBody } from '#domain/chat/message.ts'
import { previewOf } from '#domain/chat/preview.ts'

/**
 * The columns of a message and of the message it replies to; `m` and `q` are the query's tables for the two.
 */
export const messageColumns = sql`
  m.id, m.seq, m.revision, m.sender_id, m.sent_at, m.kind, m.body, m.unread_by, m.paid_points,
  q.id as reply_id, q.seq as reply_seq, q.sender_id as reply_sender_id, q.kind as reply_kind, q.body as reply_body`
export const messageTables = sql`chat_message m left join chat_message q on q.id = m.reply_to`

export interface MessageRow {
  id: string
  seq: number
  revision: number
  sender_id: string | null
  sent_at: Date
  kind: string
  body: object
  unread_by: string | null
  paid_points: number
  reply_id: string | null
  reply_seq: number | null
  reply_sender_id: string | null
  reply_kind: string | null
  reply_body: object | null
}

/** The viewer, and the viewer's side of the conversation. */
export interface ChatViewer {
  memberId: string
  role: CallRole
}

export const storedBody = (kind: string, body: object): StoredBody => ({ kind, ...body }) as StoredBody

/**
 * The line about a message for one side of its conversation. A card of the platform describes what the
 * partner did.
 */
export const previewFor = (viewer: ChatViewer, senderId: string | null, body: StoredBody): string => {
  const didIt = senderId === null ? viewer.role === 'caller' : senderId === viewer.memberId
  return previewOf(body, didIt ? 'own' : 'partner')
}

const replyOf = (row: MessageRow, viewer: ChatViewer): ChatMessage['replyTo'] =>
  row.reply_id === null
    ? null
    : {
        messageId: row.reply_id,
        seq: row.reply_seq as number,
        senderId: row.reply_sender_id,
        preview: previewFor(
          viewer,
          row.reply_sender_id,
          storedBody(row.reply_kind as string, row.reply_body as object),
        ),
      }

export const messageOf = (row: MessageRow, viewer: ChatViewer): ChatMessage => ({
  id: row.id,
  seq: row.seq,
  revision: row.revision,
  senderId: row.sender_id,
  sentAt: row.sent_at.toISOString(),
  body: bodyFor(viewer.role, storedBody(row.kind, row.body)),
  replyTo: replyOf(row, viewer),
  ...(row.paid_points > 0 && row.sender_id === viewer.memberId ? { paidPoints: row.paid_points } : {}),
})
