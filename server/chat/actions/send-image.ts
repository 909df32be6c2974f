import { sql } from 'kysely'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { type SendInput, type SendRefusal, sendMessage } from './send-message.ts'

/** Sends an image that its sender has uploaded, and claims it; a broadcaster may put a price on it. */
export const sendImage = (
  context: Context,
  viewer: Viewer,
  { imageId, imagePoints, ...input }: SendInput & { imageId: string; imagePoints: number | null },
): Promise<ChatMessage | Refusal<SendRefusal | 'imageGone' | 'imagePriceNotAllowed'>> => {
  const price = imagePoints === null ? null : { points: imagePoints, isOpened: false }
  return sendMessage(context, viewer, input, {
    // The size is read from the image when it is claimed.
    body: { kind: 'image', imageId, width: 0, height: 0, price },
    permit: async (sender) => (price && sender !== 'broadcaster' ? refuse('imagePriceNotAllowed') : null),
    complete: async (tx) => {
      const claimed = await claimImage(tx, { imageId, ownerId: viewer.memberId, purpose: 'chat' })
      if ('refused' in claimed) return claimed
      const { width, height } = claimed
      await sql`
        update chat_message set body = body || ${{ width, height }}::jsonb where id = ${input.messageId}`.execute(
        tx,
      )
      return null
    },
  })
}
