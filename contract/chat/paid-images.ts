import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, memberId, points, success } from '#contract/core/shared.ts'

/** Pictures of one page. */
const paidImagesPageMax = 24

const paidImageCursor = z.object({ sentAt: instant, messageId: commandId })
export type PaidImageCursor = z.infer<typeof paidImageCursor>

/** A picture that the viewer has paid for. */
const paidImage = z.object({
  messageId: z.string(),
  sentAt: instant,
  imageId: z.string(),
  /** Pixels of the original. */
  width: z.int(),
  height: z.int(),
  /** What was paid. */
  points,
  /** Who sent it. */
  partner: z.object({ id: memberId, name: z.string() }),
})
export type PaidImage = z.infer<typeof paidImage>

export const paidImagesEndpoints = {
  getPaidImages: defineEndpoint({
    method: 'POST',
    path: '/api/get-paid-images',
    access: 'session',
    summary: 'The pictures the viewer has paid for, newest first; a block hides none of them',
    input: z.object({
      before: z.optional(paidImageCursor),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(paidImagesPageMax)), paidImagesPageMax),
    }),
    output: z.object({
      type: success,
      images: z.array(paidImage),
      /** Where the next page begins; null after the last. */
      next: z.nullable(paidImageCursor),
    }),
    refusals: [],
  }),
}
