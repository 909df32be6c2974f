import { sql } from 'kysely'
import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { operatorGalleryEndpoints } from '#contract/gallery/operator.ts'
import { decideGalleryBounds } from '#domain/gallery/written-item.ts'
import type { Context } from '#server/context.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorFileName, signOperatorAddress } from '#server/images/signed-address.ts'
import { watermarkCode, watermarkKey } from '#server/images/watermark/watermark.ts'
import { operatorAction, operatorOverview, operatorReading } from '#server/operators/operator-handler.ts'
import type { Operator } from '#server/operators/operator-sessions.ts'
import { closeClaim } from './actions/add-claim.ts'
import { removeItem } from './actions/remove-item.ts'
import { returnPurchase } from './actions/return-purchase.ts'
import { reviewItem } from './actions/review-item.ts'
import { buyersOf, galleryQueue, openClaims, reviewedItem } from './operator-queries.ts'
import { gallerySetting } from './setting.ts'

const signerFor = (context: Context, operator: Operator) => (itemId: string) =>
  signOperatorAddress(context, operatorFileName('gallery', itemId), operator.id)

export const operatorGalleryHandlers: HandlersOf<typeof operatorGalleryEndpoints> = {
  operatorGalleryQueue: operatorReading(async ({ context, tx, operator }) => {
    const queue = await galleryQueue(tx, signerFor(context, operator))
    return { answer: { type: 'success', ...queue }, subject: null, after: { items: queue.items.length } }
  }),

  operatorGalleryItem: operatorReading(async ({ context, tx, input, operator }) => {
    const item = await reviewedItem(tx, signerFor(context, operator), input.itemId)
    if (!item) return refuse('notFound')
    const imageIds = item.files.map(({ imageId }) => imageId)
    const buyers = (await buyersOf(tx, input.itemId)).map((buyer) => ({
      ...buyer,
      codes: imageIds.map((imageId) => watermarkCode(watermarkKey(context.secret, imageId, buyer.id))),
    }))
    return { answer: { type: 'success', item, buyers }, subject: `gallery:${item.id}` }
  }),

  operatorReviewGalleryItem: operatorAction(async ({ tx, input }) => {
    const item = await reviewItem(tx, input)
    if (isRefusal(item)) return item
    const { reason, message } = input
    return {
      answer: { type: 'success' },
      subject: `gallery:${item.id}`,
      before: { state: item.state },
      after: { title: item.title, member: item.ownerId, reason, message },
    }
  }),

  operatorGallerySetting: operatorOverview(async ({ tx }) => ({
    type: 'success',
    setting: await gallerySetting(tx),
  })),

  operatorSetGallerySetting: operatorAction(async ({ tx, input }) => {
    const bounds = decideGalleryBounds(input)
    if (isRefusal(bounds)) return bounds
    const before = await gallerySetting(tx)
    await sql`
      update gallery_setting set min_points = ${bounds.min}, max_points = ${bounds.max}, review = ${input.review},
        is_watermark_visible = ${input.isWatermarkVisible}`.execute(tx)
    return { answer: { type: 'success' }, subject: 'gallery', before: { ...before }, after: { ...input } }
  }),

  operatorGalleryClaims: operatorReading(async ({ context, tx, operator }) => {
    const found = await openClaims(tx, signerFor(context, operator))
    return { answer: { type: 'success', ...found }, subject: null, after: { requests: found.claims.length } }
  }),

  operatorCloseGalleryClaim: operatorAction(async ({ tx, input, operator }) => {
    const closed = await closeClaim(tx, input, operator.id)
    if (isRefusal(closed)) return closed
    return { answer: { type: 'success' }, subject: `gallery:${closed.itemId}`, after: { note: input.note } }
  }),

  operatorRemoveGalleryItem: operatorAction(async ({ context, tx, input, operator }) => {
    const removed = await removeItem(context, tx, input, operator.id)
    if (isRefusal(removed)) return removed
    const { reason, note } = input
    return {
      answer: { type: 'success', returned: removed.returned },
      subject: `gallery:${input.itemId}`,
      after: { reason, note, member: removed.ownerId, returned: removed.returned },
    }
  }),

  operatorReturnGalleryPurchase: operatorAction(async ({ context, tx, input }) => {
    const returned = await returnPurchase(context, tx, input)
    if (isRefusal(returned)) return returned
    return {
      answer: { type: 'success', points: returned.points },
      subject: `gallery:${input.itemId}`,
      after: {
        member: input.memberId,
        note: input.note,
        points: returned.points,
        isPaidByPlatform: input.isPaidByPlatform,
      },
    }
  }),
}
