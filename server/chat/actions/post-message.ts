import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { CallRole } from '#contract/calls/calls.ts'
import { type StoredBody, unreadSide } from '#domain/chat/message.ts'
import type { ChatSides } from '#domain/chat/sides.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface NewMessage {
  id: string
  sides: ChatSides
  /** Null: the platform. */
  sender: CallRole | null
  body: StoredBody
  replyTo?: string | undefined
}

export type PostStatus =
  | 'sent'
  /** The same message exists already. */
  | 'repeat'
  /** Another message has this id. */
  | 'mismatch'
  | 'blocked'
  | 'replyGone'

export interface Posted {
  status: PostStatus
  /** The position and the time of a message that was sent; null otherwise. */
  place: { seq: number; revision: number; sentAt: Date } | null
}

interface PostedRow {
  status: PostStatus
  seq: number
  revision: number
  sent_at: Date
}

export const memberOfSide = (sides: ChatSides, role: CallRole): string =>
  role === 'caller' ? sides.callerId : sides.broadcasterId

export const chatMembers = (sides: ChatSides): [string, string] => [sides.callerId, sides.broadcasterId]

/**
 * Equal for two requests with the same id that ask for the same message; the text can't be read out of it.
 */
const commandOf = (body: StoredBody, replyTo: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([body, replyTo ?? null]))
    .digest('base64url')

/**
 * Posts a message, creates the conversation if there is none, and notifies both sides: one statement, alone
 * or inside an action's transaction. Posting the same message again changes nothing.
 */
export const postMessage = async (
  context: Context,
  db: Db | Tx,
  { id, sides, sender, body, replyTo }: NewMessage,
): Promise<Posted> => {
  const { kind, ...content } = body
  const unreadBy = unreadSide(body, sender)
  const beginCardId = randomUUID()
  const published = (messageId: string) =>
    context.events.inStatement({
      type: 'chat:changed',
      memberIds: chatMembers(sides),
      messageId,
      isNew: true,
    })
  const { rows } = await sql<PostedRow>`
    select p.status, p.seq, p.revision, p.sent_at,
      case when p.status = 'sent' and p.began then ${published(beginCardId)} end,
      case when p.status = 'sent' then ${published(id)} end
    from chat_post(${id}, ${sides.callerId}, ${sides.broadcasterId}, ${sender && memberOfSide(sides, sender)}, ${kind},
      ${content}::jsonb, ${commandOf(body, replyTo)}, ${replyTo ?? null}, ${unreadBy && memberOfSide(sides, unreadBy)},
      ${beginCardId}) p`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the chat answered no row')
  const { status, seq, revision, sent_at: sentAt } = row
  return { status, place: status === 'sent' ? { seq, revision, sentAt } : null }
}
