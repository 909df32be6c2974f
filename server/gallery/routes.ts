import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { galleryEndpoints } from '#contract/gallery/gallery.ts'
import type { ownGalleryEndpoints } from '#contract/gallery/own-items.ts'
import type { galleryRemovalEndpoints } from '#contract/gallery/removal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { addClaim } from './actions/add-claim.ts'
import { addFavourite, deleteFavourite } from './actions/favourite-item.ts'
import { changePrice, submitItem, withdrawItem } from './actions/move-item.ts'
import { openItem } from './actions/open-item.ts'
import { purchaseItem } from './actions/purchase-item.ts'
import { saveItem } from './actions/save-item.ts'
import { galleryCards } from './item-rows.ts'
import { galleryPage, galleryRanking, unopenedItems } from './lists.ts'
import { ownItems, usualPricesByKind } from './own-queries.ts'
import { gallerySetting, isReviewedAfter } from './setting.ts'

const done = { type: 'success' } as const

export const galleryHandlers: HandlersOf<typeof galleryEndpoints> = {
  getGalleryItems: async ({ context, viewer, input }) => ({
    type: 'success',
    ...(await galleryPage(context, viewer, input)),
  }),

  getGalleryItem: async ({ context, viewer, input }) => {
    const item = await openItem(context, input.itemId, viewer?.memberId ?? null)
    return item ? { type: 'success', item } : refuse('notFound')
  },

  purchaseImage: async ({ context, viewer, input }) => {
    const bought = await purchaseItem(context, viewer, { ...input, kind: 'image' })
    return isRefusal(bought) ? bought : { type: 'success', ...bought }
  },

  purchaseVideo: async ({ context, viewer, input }) => {
    const bought = await purchaseItem(context, viewer, { ...input, kind: 'video' })
    return isRefusal(bought) ? bought : { type: 'success', ...bought }
  },

  getUnopenedItems: async ({ context, viewer }) => ({
    type: 'success',
    items: await unopenedItems(context, viewer.memberId),
  }),

  getImageRanking: async ({ context, viewer, input }) => ({
    type: 'success',
    items: await galleryRanking(context, viewer?.memberId ?? null, { ...input, kind: 'image' }),
  }),

  getVideoRanking: async ({ context, viewer, input }) => ({
    type: 'success',
    items: await galleryRanking(context, viewer?.memberId ?? null, { ...input, kind: 'video' }),
  }),

  addFavorite: async ({ context, viewer, input }) =>
    (await addFavourite(context, viewer.memberId, input.itemId)) ?? done,

  deleteFavorite: async ({ context, viewer, input }) =>
    (await deleteFavourite(context, viewer.memberId, input.itemId)) ?? done,

  getGalleryItemFavoriteStatus: async ({ context, viewer, input }) => {
    const [card] = await galleryCards(context, [input.itemId], viewer.memberId)
    if (!card) return refuse('notFound')
    return { type: 'success', isFavourite: card.isFavourite, favourites: card.favourites }
  },
}

export const ownGalleryHandlers: HandlersOf<typeof ownGalleryEndpoints> = {
  getOwnGalleryItems: async ({ context, viewer: { memberId, role } }) => {
    if (role !== 'broadcaster') return refuse('forbidden')
    const { min, max } = await gallerySetting(context.db)
    return {
      type: 'success',
      items: await ownItems(context, memberId),
      prices: { min, max },
      usual: await usualPricesByKind(context.db),
      isReviewedAfter: await isReviewedAfter(context.db, memberId),
    }
  },

  saveGalleryItem: async ({ context, viewer, input }) => (await saveItem(context, viewer, input)) ?? done,

  submitGalleryItem: async ({ context, viewer, input }) =>
    (await submitItem(context, viewer, input.itemId)) ?? done,

  changeGalleryPrice: async ({ context, viewer, input }) =>
    (await changePrice(context, viewer, input)) ?? done,

  withdrawGalleryItem: ({ context, viewer, input }) => withdrawItem(context, viewer, input.itemId),
}

export const galleryRemovalHandlers: HandlersOf<typeof galleryRemovalEndpoints> = {
  reportGalleryItem: async ({ context, viewer, input }) =>
    (await addClaim(context, { memberId: viewer.memberId }, input)) ?? done,

  requestGalleryRemoval: async ({ context, client, input: { name, mail, ...claim } }) => {
    const network = addressKey(context.secret, client.address)
    // PostgreSQL stores no zero character.
    const from = { name: name.replaceAll('\0', ''), mail: mail.replaceAll('\0', ''), network }
    return (await addClaim(context, from, claim)) ?? done
  },
}
