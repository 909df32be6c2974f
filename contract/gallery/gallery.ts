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
  smallCount,
  success,
} from '#contract/core/shared.ts'

/** What an item holds: pictures, or one video. */
export const galleryKinds = ['image', 'video'] as const
export type GalleryKind = (typeof galleryKinds)[number]
/** Pictures of one item. */
export const galleryPicturesMax = 20
/** Items of one page of a list. */
const galleryPageMax = 40
/** No operator's bounds reach above this, in points. */
export const galleryPriceHighest = 10_000

/** 新着, おすすめ, 無料, お気に入りの方 (broadcasters), 保存した作品, 購入した作品. */
export const galleryLists = ['newest', 'forYou', 'free', 'favourites', 'saved', 'bought'] as const
export type GalleryList = (typeof galleryLists)[number]

/** Japanese days: today, and the last 7 and 30 with today. */
export const galleryPeriods = ['day', 'week', 'month'] as const
export type GalleryPeriod = (typeof galleryPeriods)[number]

/** What the viewer may see of an item: `locked` has only the blurred pictures. */
export const galleryAccesses = ['own', 'bought', 'free', 'locked'] as const
export type GalleryAccess = (typeof galleryAccesses)[number]

const galleryPicture = z.object({
  imageId,
  /** Pixels of the original. */
  width: z.int(),
  height: z.int(),
  /** The end of the original's address, for this viewer and some minutes; null for a blurred picture. */
  signature: z.nullable(z.string()),
})
export type GalleryPicture = z.infer<typeof galleryPicture>

/** Pixels of the largest version. */
export const galleryVideo = z.object({
  videoId: commandId,
  durationMs: z.int(),
  width: z.int(),
  height: z.int(),
  /** The end of its address, for this viewer and some minutes; null while it is locked. */
  signature: z.nullable(z.string()),
})
export type GalleryVideo = z.infer<typeof galleryVideo>

export const galleryCard = z.object({
  id: commandId,
  kind: z.enum(galleryKinds),
  title: z.string(),
  owner: z.object({ id: memberId, name: z.string(), avatarId: z.nullable(z.string()) }),
  /** In points; 0 is free. */
  price: points,
  pictures: z.int(),
  /** Of a video; null for pictures. */
  durationMs: z.nullable(z.int()),
  cover: galleryPicture,
  access: z.enum(galleryAccesses),
  isFavourite: z.boolean(),
  favourites: z.int(),
  shownAt: instant,
  /** Bought and not yet opened. */
  isUnopened: z.boolean(),
})
export type GalleryCard = z.infer<typeof galleryCard>

export const galleryItem = z.extend(galleryCard, {
  tags: z.array(z.string()),
  files: z.array(galleryPicture),
  video: z.nullable(galleryVideo),
  /** The buyer's short id, which the player shows above the video; null where operators chose none, and to others. */
  videoCode: z.nullable(z.string()),
  /** Withdrawn: only its buyers and its broadcaster still see it. */
  isWithdrawn: z.boolean(),
  /** What the viewer paid and when; null without a purchase. */
  purchase: z.nullable(
    z.object({
      points,
      boughtAt: instant,
      /** Of `getGalleryReceipt`. */
      receiptId: z.int(),
    }),
  ),
})
export type GalleryItem = z.infer<typeof galleryItem>

/** The place of an item in its list, as the last page gave it. */
const galleryCursor = z
  .string()
  .check(z.regex(/^(\d{1,9}_)?\d{1,16}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/))

const itemInput = z.object({ itemId: commandId })
const purchase = { itemId: commandId, points }
const purchaseRefusals = [
  'notFound',
  'forbidden',
  'insufficientPoints',
  'underAge',
  'galleryPriceChanged',
  'galleryReturned',
] as const
const purchased = z.object({
  type: success,
  /** The buyer's balance afterwards. */
  point: points,
})
const rankingInput = z.object({ period: z._default(z.enum(galleryPeriods), 'week') })
const ranking = z.object({ type: success, items: z.array(galleryCard) })
const onePage = z.object({
  type: success,
  items: z.array(galleryCard),
  /** For the next page; null at the end. */
  next: z.nullable(z.string()),
})

export const galleryEndpoints = {
  getGalleryItems: defineEndpoint({
    method: 'POST',
    path: '/api/get-gallery-items',
    access: 'public',
    summary: 'A page of the gallery; the lists of favourites, saved and bought items are empty for visitors',
    input: z.object({
      list: z._default(z.enum(galleryLists), 'newest'),
      kind: z.optional(z.enum(galleryKinds)),
      tag: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
      /** Items that cost at most this many points. */
      priceTo: z.optional(smallCount),
      /** Items of one broadcaster. */
      broadcasterId: z.optional(memberId),
      after: z.optional(galleryCursor),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(galleryPageMax)), 24),
    }),
    output: onePage,
    refusals: [],
  }),
  getGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/get-gallery-item',
    access: 'public',
    summary: 'One item with the addresses of its pictures; to its buyer the item is opened with it',
    input: itemInput,
    output: z.object({ type: success, item: galleryItem }),
    refusals: ['notFound'],
  }),
  purchaseImage: defineEndpoint({
    method: 'POST',
    path: '/api/purchase-image',
    access: 'session',
    summary: 'Buys pictures at the price that was shown, once; buying them again answers the purchase',
    input: z.object(purchase),
    output: purchased,
    refusals: purchaseRefusals,
  }),
  purchaseVideo: defineEndpoint({
    method: 'POST',
    path: '/api/purchase-video',
    access: 'session',
    summary: 'Buys a video at the price that was shown, once; buying it again answers the purchase',
    input: z.object(purchase),
    output: purchased,
    refusals: purchaseRefusals,
  }),
  getUnopenedItems: defineEndpoint({
    method: 'POST',
    path: '/api/get-unopened-items',
    access: 'session',
    summary: 'Bought items that their buyer has not opened yet, newest first',
    input: nothing,
    output: z.object({ type: success, items: z.array(galleryCard) }),
    refusals: [],
  }),
  getImageRanking: defineEndpoint({
    method: 'POST',
    path: '/api/get-image-ranking',
    access: 'public',
    summary: 'The pictures with the most sales and favourites of a period of Japanese days',
    input: rankingInput,
    output: ranking,
    refusals: [],
  }),
  getVideoRanking: defineEndpoint({
    method: 'POST',
    path: '/api/get-video-ranking',
    access: 'public',
    summary: 'The videos with the most sales and favourites of a period of Japanese days',
    input: rankingInput,
    output: ranking,
    refusals: [],
  }),
  addFavorite: defineEndpoint({
    method: 'POST',
    path: '/api/add-favorite',
    access: 'session',
    summary: 'Adds an item to the favourites; again changes nothing',
    input: itemInput,
    output: done,
    refusals: ['notFound', 'galleryFavouritesFull'],
  }),
  deleteFavorite: defineEndpoint({
    method: 'POST',
    path: '/api/delete-favorite',
    access: 'session',
    summary: 'Removes an item from the favourites; again changes nothing',
    input: itemInput,
    output: done,
    refusals: [],
  }),
  getGalleryItemFavoriteStatus: defineEndpoint({
    method: 'POST',
    path: '/api/get-gallery-item-favorite-status',
    access: 'session',
    summary: 'Whether an item is among the favourites, and of how many members it is',
    input: itemInput,
    output: z.object({ type: success, isFavourite: z.boolean(), favourites: z.int() }),
    refusals: ['notFound'],
  }),
}
