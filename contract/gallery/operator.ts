import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import {
  commandId,
  done,
  imageId,
  instant,
  memberId,
  nothing,
  points,
  success,
} from '#contract/core/shared.ts'
import { galleryKinds, galleryPriceHighest, galleryVideo } from './gallery.ts'
import { galleryRefusalReasons, galleryStates } from './own-items.ts'
import { removalReasons } from './removal.ts'

/** 公開の前に, 公開の後に, 実績のある配信者だけ公開の後に: when operators review an item. */
export const galleryReviewModes = ['before', 'after', 'trusted'] as const
export type GalleryReviewMode = (typeof galleryReviewModes)[number]

/** An item's picture for operators: `…/{item}/{image}?{signature}`. */
export const operatorGalleryImagePath = '/api/operator/gallery-image'
/**
 * Takes a leaked file for one item: `POST` with `?item=` and the picture's bytes. Answers `leakedPicture`.
 */
export const operatorGalleryLeakPath = '/api/operator/gallery-leak'

/** What a found file says about the buyers of an item. */
export const leakedPicture = z.object({
  type: success,
  /** The item's picture that the file shows, from 1; null: it shows none of them. */
  picture: z.nullable(z.int()),
  /** Buyers whose watermark is in it, the likeliest first; almost always one or none. */
  buyers: z.array(
    z.object({
      id: memberId,
      name: z.string(),
      /** In standard deviations of a stranger's score. */
      score: z.number(),
    }),
  ),
  /** Buyers whose watermark was looked for. */
  compared: z.int(),
})
export type LeakedPicture = z.infer<typeof leakedPicture>

/**
 * As `operatorGalleryLeakPath`, of a video item: `POST` with the video's bytes, and an answer after up to some
 * minutes: `leakedVideo`.
 */
export const operatorGalleryLeakVideoPath = '/api/operator/gallery-leak-video'
/** Bytes of a found video: five minutes at 720 lines take some 100 MB. */
export const leakedVideoBytesMax = 209_715_200
/** Milliseconds until an operator's page gives up: sending, and reading for some minutes. */
export const leakedVideoTimeoutMs = 900_000

/** What a found video says about the buyers of an item. */
export const leakedVideo = z.object({
  type: success,
  /** Why the file can't be read, as a sentence; null for one that was. */
  problem: z.nullable(z.string()),
  /** False for a video from before there were watermarks. */
  hasWatermark: z.boolean(),
  /** Whether the file shows the item's video. */
  isFound: z.boolean(),
  /** Segments of the video that could be read. */
  read: z.int(),
  /** Buyers whose watermark is in it, the likeliest first; almost always one or none. */
  buyers: z.array(
    z.object({
      id: memberId,
      name: z.string(),
      /** Of the segments that were read. */
      agreeing: z.int(),
    }),
  ),
  /** Buyers whose watermark was looked for. */
  compared: z.int(),
})
export type LeakedVideo = z.infer<typeof leakedVideo>

/** An item's video for operators: `…/{item}/{version}.mp4?{signature}`. */
export const operatorGalleryVideoPath = '/api/operator/gallery-video'
/** Characters of what operators write about an item. */
export const galleryMessageMax = 300
/** Items or reports of one page. */
export const galleryQueueMax = 20

const price = z.int().check(z.minimum(1), z.maximum(galleryPriceHighest))

const setting = z.object({
  min: price,
  max: price,
  review: z.enum(galleryReviewModes),
  /** A buyer's copy shows the buyer's short id, six digits that name nobody to others. */
  isWatermarkVisible: z.boolean(),
})
export type GallerySetting = z.infer<typeof setting>

const reviewedItem = z.object({
  id: commandId,
  kind: z.enum(galleryKinds),
  title: z.string(),
  tags: z.array(z.string()),
  price: points,
  state: z.enum(galleryStates),
  owner: z.object({ id: memberId, name: z.string(), passed: z.int(), refused: z.int() }),
  files: z.array(z.object({ imageId, width: z.int(), height: z.int() })),
  /** Null for pictures; operators play it by `operatorGalleryVideoPath`. */
  video: z.nullable(z.omit(galleryVideo, { signature: true })),
  /** The end of the addresses of its pictures or its video: for this operator and ten minutes at most. */
  signature: z.string(),
  submittedAt: z.nullable(instant),
  appearsAt: z.nullable(instant),
  /** Grows with each change, so that a decision is about what was seen. */
  version: z.int(),
  sales: z.int(),
})
export type ReviewedItem = z.infer<typeof reviewedItem>

const removalClaim = z.object({
  id: z.int(),
  reason: z.enum(removalReasons),
  text: z.string(),
  claimedAt: instant,
  /** A member, or the name and mail address of somebody without an account. */
  from: z.object({ memberId: z.nullable(memberId), name: z.string(), mail: z.nullable(z.string()) }),
  /** Null when the address in the form names no item. */
  item: z.nullable(reviewedItem),
})
export type RemovalClaim = z.infer<typeof removalClaim>

export const operatorGalleryEndpoints = {
  operatorGalleryQueue: defineEndpoint({
    method: 'POST',
    path: '/api/operator/gallery-queue',
    access: 'operator',
    summary: 'Items that wait for their review, the oldest first',
    input: nothing,
    output: z.object({ type: success, items: z.array(reviewedItem), waiting: z.int() }),
    refusals: [],
  }),
  operatorGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/operator/gallery-item',
    access: 'operator',
    summary: 'One item with its newest buyers',
    input: z.object({ itemId: commandId }),
    output: z.object({
      type: success,
      item: reviewedItem,
      buyers: z.array(
        z.object({
          id: memberId,
          name: z.string(),
          points,
          boughtAt: instant,
          isReturned: z.boolean(),
          /** The short ids in the buyer's copies, one for each picture. */
          codes: z.array(z.string()),
        }),
      ),
    }),
    refusals: ['notFound'],
  }),
  operatorReviewGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/operator/review-gallery-item',
    access: 'operator',
    summary: 'Passes or refuses an item, in the version that was seen',
    input: z.object({
      itemId: commandId,
      version: z.int(),
      /** Null passes it. */
      reason: z.nullable(z.enum(galleryRefusalReasons)),
      /** For the broadcaster. */
      message: z._default(z.string().check(z.maxLength(galleryMessageMax)), ''),
    }),
    output: done,
    refusals: ['notFound', 'galleryReviewed'],
  }),
  operatorGallerySetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/gallery-setting',
    access: 'operator',
    summary: 'The bounds of prices, and when items are reviewed',
    input: nothing,
    output: z.object({ type: success, setting }),
    refusals: [],
  }),
  operatorSetGallerySetting: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-gallery-setting',
    access: 'operator',
    summary: 'Sets them, for what is chosen and submitted from now on',
    input: setting,
    output: done,
    refusals: ['galleryBoundsWrong'],
  }),
  operatorGalleryClaims: defineEndpoint({
    method: 'POST',
    path: '/api/operator/gallery-claims',
    access: 'operator',
    summary: 'Open requests to take an item down, the oldest first',
    input: nothing,
    output: z.object({ type: success, claims: z.array(removalClaim), open: z.int() }),
    refusals: [],
  }),
  operatorCloseGalleryClaim: defineEndpoint({
    method: 'POST',
    path: '/api/operator/close-gallery-claim',
    access: 'operator',
    summary: 'Closes a request without taking the item down',
    input: z.object({
      claimId: z.int(),
      note: z.string().check(z.minLength(1), z.maxLength(galleryMessageMax)),
    }),
    output: done,
    refusals: ['notFound', 'reportClosed'],
  }),
  operatorRemoveGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/operator/remove-gallery-item',
    access: 'operator',
    summary: 'Takes an item from everybody, its buyers included, and closes the requests about it',
    input: z.object({
      itemId: commandId,
      reason: z.enum(removalReasons),
      note: z.string().check(z.minLength(1), z.maxLength(galleryMessageMax)),
      /** Whether buyers get their points back. */
      isReturned: z.boolean(),
    }),
    output: z.object({ type: success, returned: z.int() }),
    refusals: ['notFound', 'galleryRemoved'],
  }),
  operatorReturnGalleryPurchase: defineEndpoint({
    method: 'POST',
    path: '/api/operator/return-gallery-purchase',
    access: 'operator',
    summary: 'Returns the points of one purchase, for a file that is broken; the buyer loses the item',
    input: z.object({
      itemId: commandId,
      memberId,
      /** Whether the platform pays, and the broadcaster keeps the share. */
      isPaidByPlatform: z.boolean(),
      note: z.string().check(z.minLength(1), z.maxLength(galleryMessageMax)),
    }),
    output: z.object({ type: success, points }),
    refusals: ['notFound', 'galleryReturned'],
  }),
}
