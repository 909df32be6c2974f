import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, imageId, instant, nothing, points, success } from '#contract/core/shared.ts'
import { reportReasons, reportTextMax } from '#contract/safety/safety.ts'
import {
  itemCategories,
  itemConditions,
  itemPicturesMax,
  itemStates,
  itemTextMax,
  itemTitleMax,
  marketCursor,
  offerStates,
  postagePayers,
  questionMax,
  shipDays,
} from './market.ts'

/** A grapheme has at most so many units here; the rule counts graphemes. */
const written = (graphemes: number) => z.string().check(z.maxLength(40 * graphemes))

export const itemCard = z.object({
  itemId: commandId,
  title: z.string(),
  points,
  /** The first picture; null: a draft without one. */
  imageId: z.nullable(z.string()),
  state: z.enum(itemStates),
  favourites: z.int(),
  isFavourite: z.boolean(),
})
export type ItemCard = z.infer<typeof itemCard>

/** Who sells: never an id, because a seller of the market need not be somebody whom the viewer may meet. */
const seller = z.object({
  name: z.string(),
  avatarId: z.nullable(z.string()),
  good: z.int(),
  bad: z.int(),
})

const question = z.object({
  questionId: commandId,
  isOwn: z.boolean(),
  text: z.string(),
  answer: z.nullable(z.string()),
  askedAt: instant,
})

/** An offer as its buyer or the seller sees it. */
export const offer = z.object({
  offerId: commandId,
  /** What the buyer offers or, once countered or accepted, what the seller agrees to. */
  points,
  state: z.enum(offerStates),
  expiresAt: instant,
})
export type Offer = z.infer<typeof offer>

const terms = {
  description: z.string(),
  category: z.enum(itemCategories),
  condition: z.enum(itemConditions),
  postage: z.enum(postagePayers),
  prefecture: z.string(),
  shipDays: z.enum(shipDays),
  imageIds: z.array(z.string()),
}

export const itemDetail = z.extend(itemCard, {
  ...terms,
  isOwn: z.boolean(),
  listedAt: instant,
  seller,
  questions: z.array(question),
  /** The viewer's own last offer; for the seller the open ones. */
  offers: z.array(offer),
  /** What the viewer pays: an accepted offer's price while it lasts. */
  ownPoints: points,
  /** Of its text, terms and pictures; a purchase names it. */
  version: z.int(),
  /** Why operators removed it, for its seller alone. */
  removedReason: z.nullable(z.string()),
  /** The viewer's transaction about it, if there is one. */
  transactionId: z.nullable(commandId),
})
export type ItemDetail = z.infer<typeof itemDetail>

export const itemOrders = ['new', 'cheap'] as const
const cursor = z.string().check(z.regex(marketCursor))
const page = { after: z.optional(cursor), limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 24) }
const itemInput = z.object({ itemId: commandId })

export const marketItemsEndpoints = {
  getFleaMarketItems: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-items',
    access: 'session',
    summary: 'Items on sale and, unless left out, sold ones, a page at a time',
    input: z.object({
      text: z._default(z.string().check(z.maxLength(200)), ''),
      category: z.optional(z.enum(itemCategories)),
      condition: z.optional(z.enum(itemConditions)),
      minPoints: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
      maxPoints: z.optional(z.int().check(z.minimum(0), z.maximum(10_000_000))),
      onlyOnSale: z._default(z.boolean(), true),
      order: z._default(z.enum(itemOrders), 'new'),
      ...page,
    }),
    output: z.object({ type: success, items: z.array(itemCard), next: z.nullable(cursor) }),
    refusals: [],
  }),
  getFleaMarketItemDetail: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-item-detail',
    access: 'session',
    summary: 'One item with its questions; a draft only for its seller',
    input: itemInput,
    output: z.object({ type: success, item: itemDetail }),
    refusals: ['notFound'],
  }),
  getMyFleaMarketItems: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-flea-market-items',
    access: 'session',
    summary: "The member's own items, the latest first",
    input: nothing,
    output: z.object({ type: success, items: z.array(itemCard) }),
    refusals: [],
  }),
  getFleaMarketTerms: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-terms',
    access: 'session',
    summary: 'Bounds of prices, fees by category, and what the member has to buy with',
    input: nothing,
    output: z.object({
      type: success,
      pointsMin: points,
      pointsMax: points,
      fees: z.array(z.object({ category: z.enum(itemCategories), percent: z.int() })),
      /** Of sales here: they buy things here alone. */
      proceeds: points,
      wallet: points,
    }),
    refusals: [],
  }),
  saveFleaMarketItem: defineEndpoint({
    method: 'POST',
    path: '/api/save-flea-market-item',
    access: 'session',
    summary: 'Lists an item, or stores it as a draft; the same id again changes it until it is sold',
    input: z.object({
      itemId: commandId,
      title: written(itemTitleMax),
      description: written(itemTextMax),
      category: z.enum(itemCategories),
      condition: z.enum(itemConditions),
      points,
      postage: z.enum(postagePayers),
      prefecture: z.string().check(z.maxLength(20)),
      shipDays: z.enum(shipDays),
      imageIds: z.array(imageId).check(z.maxLength(itemPicturesMax)),
      isDraft: z.boolean(),
      /** The seller was warned about contact details and lists it nevertheless. */
      isWarned: z._default(z.boolean(), false),
    }),
    output: z.object({
      type: success,
      /** Why it may not be sold here, in the operators' words; nothing is stored then. */
      forbidden: z.nullable(z.string()),
    }),
    takesText: true,
    refusals: [
      'notFound',
      'underAge',
      'marketTextWrong',
      'marketPriceWrong',
      'marketPicturesWrong',
      'marketItemGone',
      'marketItemTooMany',
      'regionUnknown',
      'imageGone',
      'contactWarning',
      'contactRefused',
    ],
  }),
  withdrawFleaMarketItem: defineEndpoint({
    method: 'POST',
    path: '/api/withdraw-flea-market-item',
    access: 'session',
    summary: 'Takes an own item off sale; saving it again puts it back',
    input: itemInput,
    output: done,
    refusals: ['notFound', 'marketItemGone'],
  }),
  addFleaMarketFavorite: defineEndpoint({
    method: 'POST',
    path: '/api/add-flea-market-favorite',
    access: 'session',
    summary: 'Adds an item to the favourites',
    input: itemInput,
    output: done,
    refusals: ['notFound'],
  }),
  deleteFleaMarketFavorite: defineEndpoint({
    method: 'POST',
    path: '/api/delete-flea-market-favorite',
    access: 'session',
    summary: 'Removes an item from the favourites',
    input: itemInput,
    output: done,
    refusals: ['notFound'],
  }),
  getFleaMarketFavorites: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-favorites',
    access: 'session',
    summary: "The member's favourite items, the latest first",
    input: z.object(page),
    output: z.object({ type: success, items: z.array(itemCard), next: z.nullable(cursor) }),
    refusals: [],
  }),
  getFleaMarketFavoriteCounts: defineEndpoint({
    method: 'POST',
    path: '/api/get-flea-market-favorite-counts',
    access: 'session',
    summary: 'How many members have each of these items among their favourites; others are left out',
    input: z.object({ itemIds: z.array(commandId).check(z.maxLength(60)) }),
    output: z.object({
      type: success,
      counts: z.array(z.object({ itemId: commandId, favourites: z.int(), isFavourite: z.boolean() })),
    }),
    refusals: [],
  }),
  reportFleaMarketItem: defineEndpoint({
    method: 'POST',
    path: '/api/report-flea-market-item',
    access: 'session',
    summary: 'Reports an item, or a question under it, to the operators, with the item as it is now',
    input: z.extend(itemInput, {
      /** Client-made; the same id again is the same report. */
      reportId: commandId,
      /** Of the reported question; left out, the item is reported. */
      questionId: z.optional(commandId),
      reason: z.enum(reportReasons),
      text: z._default(z.string().check(z.maxLength(4 * reportTextMax)), ''),
    }),
    output: done,
    takesText: true,
    refusals: ['notFound', 'reportSelf', 'reportTextTooLong', 'reportTooOften', 'idempotencyMismatch'],
  }),
  askFleaMarketQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/ask-flea-market-question',
    access: 'session',
    summary: 'Asks the seller something under an item; everybody reads it',
    input: z.extend(itemInput, {
      questionId: commandId,
      text: written(questionMax),
      isWarned: z._default(z.boolean(), false),
    }),
    output: done,
    takesText: true,
    refusals: [
      'notFound',
      'forbidden',
      'marketItemGone',
      'marketQuestionWrong',
      'marketQuestionTooMany',
      'contactWarning',
      'contactRefused',
    ],
  }),
  answerFleaMarketQuestion: defineEndpoint({
    method: 'POST',
    path: '/api/answer-flea-market-question',
    access: 'session',
    summary: 'The seller answers a question, once',
    input: z.object({
      questionId: commandId,
      text: written(questionMax),
      isWarned: z._default(z.boolean(), false),
    }),
    output: done,
    takesText: true,
    refusals: ['notFound', 'marketQuestionWrong', 'contactWarning', 'contactRefused'],
  }),
  offerFleaMarketPrice: defineEndpoint({
    method: 'POST',
    path: '/api/offer-flea-market-price',
    access: 'session',
    summary: 'Offers a lower price; the same id again is the same offer',
    input: z.extend(itemInput, { offerId: commandId, points }),
    output: done,
    refusals: [
      'notFound',
      'underAge',
      'marketItemGone',
      'marketSelf',
      'marketOfferWrong',
      'marketOfferOpen',
      'idempotencyMismatch',
    ],
  }),
  answerFleaMarketOffer: defineEndpoint({
    method: 'POST',
    path: '/api/answer-flea-market-offer',
    access: 'session',
    summary:
      'The seller accepts, declines or counters an offer; the buyer accepts or declines the counter-offer',
    input: z.object({
      offerId: commandId,
      answer: z.enum(['accept', 'decline', 'counter']),
      /** Of a counter-offer; when accepting, the price that was seen. */
      points,
    }),
    output: done,
    refusals: ['notFound', 'marketOfferGone', 'marketOfferWrong', 'marketItemGone'],
  }),
}
