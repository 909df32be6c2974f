import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { SentMessage } from './unsend.ts'

interface UnlockFacts {
  message: SentMessage
  viewerId: string
  isUnderAge: boolean
  /** Neither may write to the other: because of a block, or because the partner is too young for chat. */
  isClosed: boolean
  /** The price in points that the viewer's button showed. */
  shownPoints: number
}

/**
 * Whether the viewer may pay for a paid image and what it costs. The order of the checks: the partner's paid
 * image in an open conversation, already unlocked, the viewer's age, the price that was shown.
 */
export const unlockDecision = ({
  message,
  viewerId,
  isUnderAge,
  isClosed,
  shownPoints,
}: UnlockFacts): { points: number } | 'isOpened' | Refusal<'notFound' | 'underAge' | 'imagePriceChanged'> => {
  const { body, senderId } = message
  if (body.kind !== 'image' || !body.price || senderId === viewerId || isClosed) return refuse('notFound')
  if (body.price.isOpened) return 'isOpened'
  if (isUnderAge) return refuse('underAge')
  return body.price.points === shownPoints ? { points: body.price.points } : refuse('imagePriceChanged')
}
