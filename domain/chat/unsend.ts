import { unsendWindowMs } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { StoredBody } from './message.ts'

/** What was taken back is kept this long, for reports alone: who harasses must not undo it before anybody tells. */
export const unsentKeptDays = 3

export interface SentMessage {
  /** Null: the house. */
  senderId: string | null
  sentAtMs: number
  body: StoredBody
}

/**
 * Whether the viewer may take a message back, in this precedence: what he wrote himself, not after 24 h, not an image
 * that was paid for. What is unsent already stays so.
 */
export const unsendDecision = (
  message: SentMessage,
  viewerId: string,
  nowMs: number,
): 'unsend' | 'isUnsent' | Refusal<'notFound' | 'unsendTooLate' | 'unsendPaid'> => {
  const { body } = message
  if (message.senderId !== viewerId) return refuse('notFound')
  if (body.kind === 'unsent') return 'isUnsent'
  if (body.kind !== 'text' && body.kind !== 'sticker' && body.kind !== 'image') return refuse('notFound')
  if (nowMs - message.sentAtMs > unsendWindowMs) return refuse('unsendTooLate')
  return body.kind === 'image' && body.seal?.isOpened ? refuse('unsendPaid') : 'unsend'
}
