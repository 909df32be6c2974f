import type { CallRole } from '../../../contract/calls.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { RefusalCode } from '../../../contract/refusals.ts'
import { decideSend } from '../../../domain/chat/limits.ts'
import { bodyFor, type StoredBody } from '../../../domain/chat/message.ts'
import { type ChatRefusal, chatDecision } from '../../../domain/chat/sides.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pushNewChat } from '../../push/actions/push-new-chat.ts'
import { messageFor } from '../queries.ts'
import { type SendPace, sendPace } from '../send-pace.ts'
import { memberOfSide, type NewMessage, type Posted, type PostStatus, postMessage } from './post-message.ts'

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
  const { facts, pace } = await sendPace(context.db, memberId, input, context.now())
  const sides = chatDecision(facts)
  if ('refused' in sides) return sides
  const sender = sides.callerId === memberId ? 'caller' : 'broadcaster'
  if (!pace.isRepeat) {
    const refusal =
      decideSend({ ...pace, role: sender }, pace.nowMs) ?? (await content.permit?.(sender, pace))
    if (refusal) return refusal
  }
  const message = { id: input.messageId, sides, sender, body: content.body, replyTo: input.replyTo } as const
  const posted = await post(context, message, content)
  if ('refused' in posted) return posted
  if (posted.status === 'sent' && isWritten(content.body))
    pushNewChat(context, { from: memberId, to: memberOfSide(sides, otherSide[sender]) })
  return answerOf(context, memberId, message, posted, content)
}

const otherSide = { caller: 'broadcaster', broadcaster: 'caller' } as const satisfies Record<
  CallRole,
  CallRole
>

/** Cards have pushes of their own, or none. */
const isWritten = ({ kind }: StoredBody): boolean => kind === 'text' || kind === 'sticker' || kind === 'image'

const post = async <Code extends RefusalCode>(
  context: Context,
  message: NewMessage,
  { complete }: Content<Code>,
): Promise<Posted | Refusal<SendRefusal | Code>> => {
  const postIn = async (db: Db | Tx) => {
    const posted = await postMessage(context, db, message)
    return refusalOf(posted.status) ?? posted
  }
  if (!complete) return postIn(context.db)
  return inTransaction(context.db, async (tx) => {
    const posted = await postIn(tx)
    if ('refused' in posted || posted.status !== 'sent') return posted
    return (await complete(tx)) ?? posted
  })
}

/** A plain new message is what was sent, where it was put; any other is read again. */
const answerOf = async <Code extends RefusalCode>(
  context: Context,
  memberId: string,
  { id, sender, body, replyTo }: NewMessage,
  { place }: Posted,
  { complete }: Content<Code>,
): Promise<ChatMessage> => {
  if (place && sender && !complete && replyTo === undefined) {
    const { seq, revision, sentAt } = place
    const shown = bodyFor(sender, body)
    return { id, seq, revision, senderId: memberId, sentAt: sentAt.toISOString(), body: shown, replyTo: null }
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
