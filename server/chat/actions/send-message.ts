import type { CallRole } from '../../../contract/calls.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { RefusalCode } from '../../../contract/refusals.ts'
import { decideSend } from '../../../domain/chat/limits.ts'
import type { StoredBody } from '../../../domain/chat/message.ts'
import { type ChatRefusal, chatDecision } from '../../../domain/chat/sides.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { messageFor } from '../queries.ts'
import { chatFacts } from '../send-facts.ts'
import { type SendPace, sendPace } from '../send-pace.ts'
import { type NewMessage, type PostStatus, postMessage } from './post-message.ts'

export interface SendInput {
  messageId: string
  partnerId: string
  replyTo?: string | undefined
}

export type SendRefusal =
  | ChatRefusal
  | 'chatTooFast'
  | 'chatTooManyFirsts'
  | 'idempotencyMismatch'
  | 'chatReplyGone'

/** What is sent, and what its kind demands; neither is asked about a message that is there already. */
export interface Content<Code extends RefusalCode> {
  body: StoredBody
  permit?(sender: CallRole, pace: SendPace): Promise<null | Refusal<Code>>
  /** Done in the transaction that sends it, which a refusal undoes. */
  complete?(tx: Tx): Promise<null | Refusal<Code>>
}

/**
 * Sends a message. The id is client-made; the same message again answers the first, also when no other could be sent
 * now. One at a time for each sender: his messages keep their order, and his limits hold however many come at once.
 */
export const sendMessage = <Code extends RefusalCode>(
  context: Context,
  viewer: Viewer,
  input: SendInput,
  content: Content<Code>,
): Promise<ChatMessage | Refusal<SendRefusal | Code>> =>
  context.chatLanes.run(viewer.memberId, () => sendNext(context, viewer.memberId, input, content))

const sendNext = async <Code extends RefusalCode>(
  context: Context,
  memberId: string,
  input: SendInput,
  content: Content<Code>,
): Promise<ChatMessage | Refusal<SendRefusal | Code>> => {
  const [facts, pace] = await Promise.all([
    chatFacts(context.db, memberId, input.partnerId, context.now()),
    sendPace(context.db, memberId, input),
  ])
  const sides = chatDecision(facts)
  if ('refused' in sides) return sides
  const sender = sides.callerId === memberId ? 'caller' : 'broadcaster'
  if (!pace.isRepeat) {
    const refusal =
      decideSend({ ...pace, role: sender }, pace.nowMs) ?? (await content.permit?.(sender, pace))
    if (refusal) return refusal
  }
  const { messageId: id, replyTo } = input
  const refusal = await post(context, { id, sides, sender, body: content.body, replyTo }, content)
  if (refusal) return refusal
  const message = await messageFor(context.db, id, memberId)
  if (!message) throw new Error(`message ${id} vanished`)
  return message
}

const post = async <Code extends RefusalCode>(
  context: Context,
  message: NewMessage,
  { complete }: Content<Code>,
): Promise<null | Refusal<SendRefusal | Code>> => {
  if (!complete) return refusalOf(await postMessage(context, context.db, message))
  return inTransaction(context.db, async (tx) => {
    const status = await postMessage(context, tx, message)
    return refusalOf(status) ?? (status === 'sent' ? complete(tx) : null)
  })
}

const refusalOf = (
  status: PostStatus,
): null | Refusal<'partnerUnavailable' | 'idempotencyMismatch' | 'chatReplyGone'> => {
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
