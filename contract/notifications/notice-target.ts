import * as z from 'zod/mini'
import { commandId, memberId } from '#contract/core/shared.ts'

/** Where a notification leads: a screen, and the thing on it. */
export const noticeTarget = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('timelinePost'), postId: commandId, commentId: z.nullable(commandId) }),
  z.object({ screen: z.literal('boardThread'), threadId: commandId, number: z.nullable(z.int()) }),
  z.object({ screen: z.literal('galleryItem'), itemId: commandId }),
  z.object({ screen: z.literal('ownGallery'), itemId: z.nullable(commandId) }),
  z.object({ screen: z.literal('marketItem'), itemId: commandId }),
  z.object({ screen: z.literal('marketTransaction'), transactionId: commandId }),
  z.object({ screen: z.literal('profile'), partnerId: memberId }),
  z.object({ screen: z.literal('channel'), partnerId: memberId }),
  z.object({ screen: z.literal('order'), orderId: commandId }),
  z.object({ screen: z.literal('reviews'), partnerId: memberId }),
  z.object({
    screen: z.enum([
      'imageRequests',
      'bookings',
      'payout',
      'security',
      'myPage',
      'pointHistory',
      'missions',
      'dataExport',
      'community',
      'base',
      'application',
    ]),
  }),
])
export type NoticeTarget = z.infer<typeof noticeTarget>
