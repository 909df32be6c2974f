import type { StoredBody } from './message.ts'

/** What somebody gets of a picture; null: to him it isn't there. */
export type ImageVisibility = 'original' | 'blurred' | null

/**
 * A picture is its conversation's: the sender sees it, the partner does while neither blocks the other, blurred until
 * it was paid for. What was paid for stays the payer's after a block in either direction. A picture that
 * was unsent has no message any more, and nobody sees it.
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
  if (body.seal?.isOpened) return 'original'
  if (isBlocked) return null
  return body.seal ? 'blurred' : 'original'
}
