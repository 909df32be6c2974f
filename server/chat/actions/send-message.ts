import type { CallRole } from '#contract/calls/calls.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { decideSend } from '#domain/chat/limits.ts'
import { bodyFor, type StoredBody } from '#domain/chat/message.ts'
import { messagePriceDecision } from '#domain/chat/price.ts'
import { type ChatRefusal, chatDecision } from '#domain/chat/sides.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { pushNewChat } from '#server/push/actions/push-new-chat.ts'
import { messageFor } from '../queries.ts'
import { type SendPace, sendPace } from '../send-pace.ts'
import { payMessage, recordMessagePayment } from './pay-message.ts'
import { memberOfSide, type NewMessage, type Posted, type PostStatus, postMessage } from './post-message.ts'

export interface SendInput {
  messageId: string
  partnerId: string
  replyTo?: string | undefined
  /** The price that the send button showed; left out for a card, which is free. */
  pricePoints?: number
}

export type SendRefusal =
  | ChatRefusal
  | 'chatTooFast'
  | 'chatTooManyFirsts'
  | 'idempotencyMismatch'
  | 'chatReplyGone'
  | 'chatPriceChanged'
  | 'insufficientPoints'

/** What is sent, and what its kind requires; neither is checked for a message that exists already. */
export interface Content<Code extends RefusalCode> {
  body: StoredBody
  permit?(sender: CallRole, pace: SendPace): Promise<null | Refusal<Code>>
  /** Runs in the transaction that posts the message; a refusal rolls the transaction back. */
  complete?(tx: Tx): Promise<null | Refusal<Code>>
}

/**
 * Sends a message. The client makes the id; sending the same message again returns the first one, even when
 * no new message could be sent now. A sender's messages are sent one at a time: they keep their order, and
 * the sender's limits hold for concurrent requests. A caller pays the operator's price in the transaction
 * that posts the message, so a refused message costs nothing.
 */
export const sendMessage = <Code extends RefusalCode>(
  context: Context,
  viewer: Viewer,
  input: SendInput,
  content: Content<Code>,
): Promise<ChatMessage | Refusal<SendRefusal | Code>> =>
  context.chatMutex.run(viewer.memberId, () => sendNext(context, viewer.memberId, input, content))

const sendNext = async <Code extends RefusalCode>(
  context: Context,
  memberId: string,
  input: SendInput,
  content: Content<Code>,
): Promise<ChatMessage | Refusal<SendRefusal | Code>> => {
  const { facts, pace } = await sendPace(context.db, memberId, input, context.now())
  const sides = chatDecision(facts)
  if ('refused' in sides) return sides
  const sender = sides.callerId === memberId ? 'caller' : 'broadcaster'
  let points = 0
  if (!pace.isRepeat) {
    const refusal =
      decideSend({ ...pace, role: sender }, pace.nowMs) ?? (await content.permit?.(sender, pace))
    if (refusal) return refusal
    const price = isWritten(content.body)
      ? messagePriceDecision(sender, pace.pricePoints, input.pricePoints ?? 0)
      : 0
    if (typeof price === 'object') return price
    points = price
  }
  const message = { id: input.messageId, sides, sender, body: content.body, replyTo: input.replyTo } as const
  const posted = await post(context, message, content, points)
  if ('refused' in posted) return posted
  if (posted.status === 'sent' && isWritten(content.body))
    pushNewChat(context, { from: memberId, to: memberOfSide(sides, otherSide[sender]) })
  return answerOf(context, memberId, message, posted, { ...content, points })
}

const otherSide = { caller: 'broadcaster', broadcaster: 'caller' } as const satisfies Record<
  CallRole,
  CallRole
>

/**
 * Texts, stickers and images have the operator's price and the push of a new chat; cards are free and have
 * their own pushes.
 */
const isWritten = ({ kind }: StoredBody): boolean => kind === 'text' || kind === 'sticker' || kind === 'image'

const post = async <Code extends RefusalCode>(
  context: Context,
  message: NewMessage,
  { complete }: Content<Code>,
  points: number,
): Promise<Posted | Refusal<SendRefusal | Code>> => {
  const postIn = async (db: Db | Tx) => {
    const posted = await postMessage(context, db, message)
    return refusalOf(posted.status) ?? posted
  }
  if (!complete && points === 0) return postIn(context.db)
  const payment = { messageId: message.id, sides: message.sides, points }
  return inTransaction(context.db, async (tx) => {
    const paid = points > 0 ? await payMessage(tx, payment) : null
    if (paid && 'refused' in paid) return paid
    const posted = await postIn(tx)
    if ('refused' in posted || posted.status !== 'sent') return posted
    if (paid) {
      if (!paid.isNew) throw new Error(`message ${message.id} was paid for and is not there`)
      await recordMessagePayment(context, tx, payment)
    }
    return (await complete?.(tx)) ?? posted
  })
}

/** A new message that needs nothing more is answered from what was posted; any other is read again. */
const answerOf = async <Code extends RefusalCode>(
  context: Context,
  memberId: string,
  { id, sender, body, replyTo }: NewMessage,
  { place }: Posted,
  { complete, points }: Pick<Content<Code>, 'complete'> & { points: number },
): Promise<ChatMessage> => {
  if (place && sender && !complete && replyTo === undefined) {
    const { seq, revision, sentAt } = place
    const shown = bodyFor(sender, body)
    const message = { id, seq, revision, senderId: memberId, body: shown, replyTo: null }
    return { ...message, sentAt: sentAt.toISOString(), ...(points > 0 ? { paidPoints: points } : {}) }
  }
  const message = await messageFor(context.db, id, memberId)
  if (!message) throw new Error(`message ${id} vanished`)
  return message
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
