import type { ChatMessage } from '../../../contract/chat.ts'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { StoredBody } from '../../../domain/chat/message.ts'
import { type ChatRefusal, chatDecision } from '../../../domain/chat/sides.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import { messageFor } from '../queries.ts'
import { chatFacts } from '../send-facts.ts'
import { type PostStatus, postMessage } from './post-message.ts'

export interface SendInput {
  messageId: string
  partnerId: string
  replyTo?: string | undefined
}

export type SendRefusal = ChatRefusal | 'idempotencyMismatch' | 'chatReplyGone'

/** Sends a message. The id is client-made; the same message again answers the first. */
export const sendMessage = async (
  context: Context,
  viewer: Viewer,
  input: SendInput,
  body: StoredBody,
): Promise<ChatMessage | Refusal<SendRefusal>> => {
  const facts = await chatFacts(context.db, viewer.memberId, input.partnerId, context.now())
  const sides = chatDecision(facts)
  if ('refused' in sides) return sides
  const sender = sides.callerId === viewer.memberId ? 'caller' : 'broadcaster'
  const status = await postMessage(context, context.db, {
    id: input.messageId,
    sides,
    sender,
    body,
    replyTo: input.replyTo,
  })
  return refusalOf(status) ?? sent(context, viewer, input.messageId)
}

const refusalOf = (
  status: PostStatus,
): Refusal<'partnerUnavailable' | 'idempotencyMismatch' | 'chatReplyGone'> | null => {
  switch (status) {
    case 'blocked':
      return refuse('partnerUnavailable')
    case 'mismatch':
      return refuse('idempotencyMismatch')
    case 'replyGone':
      return refuse('chatReplyGone')
    case 'sent':
    case 'repeat':
      return null
  }
}

const sent = async (context: Context, viewer: Viewer, messageId: string): Promise<ChatMessage> => {
  const message = await messageFor(context.db, messageId, viewer.memberId)
  if (!message) throw new Error(`message ${messageId} vanished`)
  return message
}
