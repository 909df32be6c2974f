import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, imageId, instant, nothing, points, success } from '#contract/core/shared.ts'
import { galleryKinds, galleryPicturesMax, galleryVideo } from './gallery.ts'

/** Characters of a title. */
export const galleryTitleMax = 40
/** Items of one broadcaster that are neither withdrawn nor removed. */
export const galleryItemsMax = 500
/** So far ahead an item may appear. */
export const galleryAheadDays = 60

/**
 * 下書き, 審査中, 公開 (審査前), 公開, 差し戻し, 公開終了, 削除, お届け済み (to one caller): domain/gallery/item-state.ts says how an item moves.
 */
export const galleryStates = [
  'draft',
  'waiting',
  'unreviewed',
  'published',
  'refused',
  'withdrawn',
  'removed',
  'delivered',
] as const
export type GalleryState = (typeof galleryStates)[number]

/** Why operators refuse an item. */
export const galleryRefusalReasons = ['rights', 'person', 'explicit', 'contact', 'quality', 'other'] as const
export type GalleryRefusalReason = (typeof galleryRefusalReasons)[number]

const ownPicture = z.object({
  imageId,
  width: z.int(),
  height: z.int(),
  /** Of an item that can't be edited now the cover alone has one; all of its pictures are on its own page. */
  signature: z.nullable(z.string()),
})

const ownItem = z.object({
  id: commandId,
  kind: z.enum(galleryKinds),
  title: z.string(),
  tags: z.array(z.string()),
  price: points,
  state: z.enum(galleryStates),
  /** When it appears or appeared; null: as soon as it may. */
  appearsAt: z.nullable(instant),
  files: z.array(ownPicture),
  /** Null for pictures, and for a draft whose video isn't ready. */
  video: z.nullable(galleryVideo),
  /** Null unless operators refused it. */
  refusal: z.nullable(z.object({ reason: z.enum(galleryRefusalReasons), message: z.string() })),
  sales: z.int(),
  /** Purchases whose points were returned. */
  returned: z.int(),
  /** What it earned, less what was returned. */
  earned: points,
  views: z.int(),
  favourites: z.int(),
  changedAt: instant,
})
export type OwnGalleryItem = z.infer<typeof ownItem>

const itemInput = z.object({ itemId: commandId })

/** A broadcaster's own items. */
export const ownGalleryEndpoints = {
  getOwnGalleryItems: defineEndpoint({
    method: 'POST',
    path: '/api/get-own-gallery-items',
    access: 'session',
    summary: "The broadcaster's own items with what became of them, and the bounds of prices",
    input: nothing,
    output: z.object({
      type: success,
      items: z.array(ownItem),
      prices: z.object({ min: points, max: points }),
      /** What sold items usually cost, by kind; a kind of which too little was sold is left out. */
      usual: z.array(z.object({ kind: z.enum(galleryKinds), from: points, to: points })),
      /** Whether an item appears before operators have reviewed it. */
      isReviewedAfter: z.boolean(),
    }),
    refusals: ['forbidden'],
  }),
  saveGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/save-gallery-item',
    access: 'session',
    takesText: true,
    summary: 'Creates an item, or changes a draft or a refused one; what is sent again is the same item',
    input: z.object({
      itemId: commandId,
      title: z.string().check(z.maxLength(4 * galleryTitleMax)),
      price: points,
      tags: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(40)),
      kind: z._default(z.enum(galleryKinds), 'image'),
      /** Of a video that is ready; its poster is the item's only picture. Null: a draft still without it. */
      videoId: z._default(z.nullable(commandId), null),
      /** In their order; the first one is the cover. */
      imageIds: z.array(imageId).check(z.maxLength(galleryPicturesMax)),
      /** Null: as soon as it may. */
      appearsAt: z.nullable(instant),
    }),
    output: done,
    refusals: [
      'forbidden',
      'notFound',
      'galleryTitleWrong',
      'galleryPriceWrong',
      'galleryTimeWrong',
      'galleryNotEditable',
      'galleryTooMany',
      'galleryPictureRefused',
      'tagWrong',
      'tagsTooMany',
      'imageGone',
      'videoGone',
      'videoNotReady',
      'contactRefused',
    ],
  }),
  submitGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/submit-gallery-item',
    access: 'session',
    summary: 'Publishes an item or sends it to the review first, as operators have set',
    input: itemInput,
    output: done,
    refusals: [
      'forbidden',
      'notFound',
      'galleryNotEditable',
      'galleryEmpty',
      'galleryPriceWrong',
      'galleryPictureRefused',
    ],
  }),
  changeGalleryPrice: defineEndpoint({
    method: 'POST',
    path: '/api/change-gallery-price',
    access: 'session',
    summary: 'Changes the price of an item in any state; what was bought stays bought',
    input: z.object({ itemId: commandId, price: points }),
    output: done,
    refusals: ['forbidden', 'notFound', 'galleryPriceWrong', 'galleryNotEditable'],
  }),
  withdrawGalleryItem: defineEndpoint({
    method: 'POST',
    path: '/api/withdraw-gallery-item',
    access: 'session',
    summary: 'Ends the sale, or takes an item back from the review; buyers keep it. A draft is deleted',
    input: itemInput,
    /** Null: it was deleted. What has buyers, or is asked to be taken down, is withdrawn instead. */
    output: z.object({ type: success, state: z.nullable(z.enum(galleryStates)) }),
    refusals: ['forbidden', 'notFound', 'galleryNotEditable'],
  }),
}
