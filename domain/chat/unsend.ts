import { unsendWindowMs } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { StoredBody } from './message.ts'

/**
 * An unsent message is kept for this many days, for reports alone: harassers must not be able to destroy the
 * proof.
 */
export const unsentKeptDays = 3

export interface SentMessage {
  /** Null: the platform. */
  senderId: string | null
  sentAtMs: number
  body: StoredBody
}

/**
 * Whether the viewer may unsend a message. The order of the checks: the viewer's own message, at most 24 h
 * old, not an image that was paid for. An unsent message stays unsent.
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
  return body.kind === 'image' && body.price?.isOpened ? refuse('unsendPaid') : 'unsend'
}
