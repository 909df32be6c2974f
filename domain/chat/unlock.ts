import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { SentMessage } from './unsend.ts'

export interface UnlockFacts {
  message: SentMessage
  viewerId: string
  isUnderAge: boolean
  /** Neither may write to the other: a block, or she is too young for chat. */
  isClosed: boolean
  /** Points that stood on his button. */
  shownPoints: number
}

/**
 * Whether the viewer may pay for a sealed image and what it costs him, in this precedence: the other one's sealed
 * image in an open conversation, opened before, his age, the price he saw.
 */
export const unlockDecision = ({
  message,
  viewerId,
  isUnderAge,
  isClosed,
  shownPoints,
}: UnlockFacts): { points: number } | 'isOpened' | Refusal<'notFound' | 'underAge' | 'sealChanged'> => {
  const { body, senderId } = message
  if (body.kind !== 'image' || !body.seal || senderId === viewerId || isClosed) return refuse('notFound')
  if (body.seal.isOpened) return 'isOpened'
  if (isUnderAge) return refuse('underAge')
  return body.seal.points === shownPoints ? { points: body.seal.points } : refuse('sealChanged')
}
