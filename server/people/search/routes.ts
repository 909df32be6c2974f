import { isRefusal, refuse } from '#contract/core/refusal.ts'
import type { searchEndpoints } from '#contract/people/search.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addressKey } from '#server/secrets/keyed-hash.ts'
import { searchUsers } from './search-users.ts'

export const searchHandlers: HandlersOf<typeof searchEndpoints> = {
  searchUsers: async ({ context, input, viewer, client }) => {
    if (!viewer && !context.limits.visitorSearch.admits(addressKey(context.secret, client.address)))
      return refuse('tooManyRequests')
    // PostgreSQL's text can't hold NUL, and nobody types one.
    if ([input.text, ...input.regions, ...input.tags].some((text) => text.includes('\0')))
      return refuse('badInput')
    const page = await searchUsers(context, viewer?.memberId ?? null, input)
    return isRefusal(page) ? page : { type: 'success', ...page }
  },

  getSearchTags: async ({ context }) => ({ type: 'success', tags: [...(await context.searchTags.common())] }),
}
