import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { marketItemsEndpoints } from '#contract/market/items.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { myPoint } from '#server/points/my-point.ts'
import { addFavourite, deleteFavourite } from './actions/favourites.ts'
import { answerOffer, offerPrice } from './actions/offers.ts'
import { answerQuestion, askQuestion } from './actions/questions.ts'
import { reportItem } from './actions/report-item.ts'
import { saveItem, withdrawItem } from './actions/save-item.ts'
import { proceedsOf } from './escrow.ts'
import { favouriteCounts, favouriteItems, itemDetail, ownItems, searchItems } from './item-queries.ts'
import { marketFees, marketSetting } from './rules.ts'

const done = { type: 'success' } as const

export const marketItemsHandlers: HandlersOf<typeof marketItemsEndpoints> = {
  getFleaMarketItems: async ({ context, viewer, input }) => ({
    ...done,
    ...(await searchItems(context.db, viewer.memberId, input)),
  }),

  getFleaMarketItemDetail: async ({ context, viewer, input }) => {
    const item = await itemDetail(context.db, viewer.memberId, input.itemId, context.now())
    return item ? { ...done, item } : refuse('notFound')
  },

  getMyFleaMarketItems: async ({ context, viewer }) => ({
    ...done,
    items: await ownItems(context.db, viewer.memberId),
  }),

  getFleaMarketTerms: async ({ context, viewer }) => {
    const { pointsMin, pointsMax } = await marketSetting(context.db)
    return {
      ...done,
      pointsMin,
      pointsMax,
      fees: await marketFees(context.db),
      proceeds: await proceedsOf(context.db, viewer.memberId),
      wallet: await myPoint(context, viewer.memberId),
    }
  },

  saveFleaMarketItem: async ({ context, viewer, input }) => {
    const saved = await saveItem(context, viewer.memberId, input)
    return isRefusal(saved) ? saved : { ...done, ...saved }
  },

  withdrawFleaMarketItem: async ({ context, viewer, input }) =>
    (await withdrawItem(context, viewer.memberId, input.itemId)) ?? done,

  addFleaMarketFavorite: async ({ context, viewer, input }) =>
    (await addFavourite(context, viewer.memberId, input.itemId)) ?? done,

  deleteFleaMarketFavorite: async ({ context, viewer, input }) =>
    (await deleteFavourite(context, viewer.memberId, input.itemId)) ?? done,

  getFleaMarketFavorites: async ({ context, viewer, input }) => ({
    ...done,
    ...(await favouriteItems(context.db, viewer.memberId, input)),
  }),

  getFleaMarketFavoriteCounts: async ({ context, viewer, input }) => ({
    ...done,
    counts: await favouriteCounts(context.db, viewer.memberId, input.itemIds),
  }),

  reportFleaMarketItem: async ({ context, viewer, input }) =>
    (await reportItem(context, viewer, input)) ?? done,

  askFleaMarketQuestion: async ({ context, viewer, input }) =>
    (await askQuestion(context, viewer.memberId, input)) ?? done,

  answerFleaMarketQuestion: async ({ context, viewer, input }) =>
    (await answerQuestion(context, viewer.memberId, input)) ?? done,

  offerFleaMarketPrice: async ({ context, viewer, input }) =>
    (await offerPrice(context, viewer.memberId, input)) ?? done,

  answerFleaMarketOffer: async ({ context, viewer, input }) =>
    (await answerOffer(context, viewer.memberId, input)) ?? done,
}
