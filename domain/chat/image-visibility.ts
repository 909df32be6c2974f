import type { StoredBody } from './message.ts'

/** The version of an image that a member gets; null: for this member the image doesn't exist. */
export type ImageVisibility = 'original' | 'blurred' | null

/**
 * A chat image belongs to its conversation. The sender sees it. The partner sees it while neither blocks the
 * other, blurred until it is paid for. A paid image stays visible to its payer after a block in either
 * direction. An image that was unsent has no message any more, and nobody sees it.
 */
export const imageVisibility = ({
  body,
  isSender,
  isSide,
  isBlocked,
}: {
  body: StoredBody
  isSender: boolean
  isSide: boolean
  isBlocked: boolean
}): ImageVisibility => {
  if (body.kind !== 'image' || !isSide) return null
  if (isSender) return 'original'
  if (body.price?.isOpened) return 'original'
  if (isBlocked) return null
  return body.price ? 'blurred' : 'original'
}
