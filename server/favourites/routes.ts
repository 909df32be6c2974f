import type { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addBookmark, deleteBookmark } from './actions/bookmark.ts'
import { bookmarkPage } from './queries.ts'

export const favouritesHandlers: HandlersOf<typeof favouritesEndpoints> = {
  getBookmarks: async ({ context, input, viewer }) => ({
    type: 'success',
    ...(await bookmarkPage(context.db, viewer, input)),
  }),

  addBookmark: async ({ context, input, viewer }) =>
    (await addBookmark(context, viewer, input)) ?? { type: 'success' },

  deleteBookmark: async ({ context, input, viewer }) =>
    (await deleteBookmark(context, viewer, input)) ?? { type: 'success' },
}
