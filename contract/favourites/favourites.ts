import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, memberId, success, userToken } from '#contract/core/shared.ts'
import { personCard } from '#contract/people/people.ts'

/** A place in a list of bookmarks: when it was set, in microseconds, and whose it is. */
const bookmarkCursor = z.string().check(z.regex(/^\d{1,16}-\d{1,12}$/))

const bookmarkInput = z.object({ token: userToken, partnerId: memberId })

export const favouritesEndpoints = {
  getBookmarks: defineEndpoint({
    method: 'POST',
    path: '/api/get-bookmarks',
    access: 'session',
    summary: "The member's favourites, the latest first, a page at a time; callers only for broadcasters",
    input: z.object({
      after: z.optional(bookmarkCursor),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 20),
    }),
    output: z.object({
      type: success,
      users: z.array(personCard),
      /** How many there are from the first page on; null on further pages. */
      total: z.nullable(z.int()),
      /** For the next page; null at the end. */
      next: z.nullable(bookmarkCursor),
    }),
    refusals: [],
  }),
  addBookmark: defineEndpoint({
    method: 'POST',
    path: '/api/add-bookmark',
    access: 'session',
    summary: 'Adds a favourite; only possible when not yet favourited',
    input: bookmarkInput,
    output: done,
    refusals: ['forbidden', 'notFound', 'bookmarkExists', 'bookmarkSelf'],
  }),
  deleteBookmark: defineEndpoint({
    method: 'POST',
    path: '/api/delete-bookmark',
    access: 'session',
    summary: 'Removes a favourite; only possible when favourited',
    input: bookmarkInput,
    output: done,
    refusals: ['forbidden', 'notFound', 'bookmarkMissing'],
  }),
}
