import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { nothing, success } from '#contract/core/shared.ts'
import { personCard } from './people.ts'
import { rateHighest, rateLowest } from './rates.ts'

/**
 * Orders of the result: who waits, then by rating / by rating / by approval, the latest first / by the price of a minute
 * (of the filtered kind, or of the cheaper one), the lowest first / by number of reviews.
 */
export const searchSorts = ['recommended', 'rating', 'newest', 'priceLow', 'reviews'] as const
export type SearchSort = (typeof searchSorts)[number]

export const searchTextMax = 60
export const searchTagsMax = 5
export const searchAgeMin = 18
export const searchAgeMax = 99

const age = z.int().check(z.minimum(searchAgeMin), z.maximum(searchAgeMax))

/** What `/search` carries in its address, read leniently there and strictly here. */
export const searchFilters = z.object({
  /** Folded by NFKC, case and width; every word must be found in name, tags, job or bio. */
  text: z._default(z.string().check(z.maxLength(4 * searchTextMax)), ''),
  /** Empty: any state. */
  states: z._default(z.array(z.enum(['standby', 'inCall', 'live'])).check(z.maxLength(3)), []),
  /** Takes this kind of call. */
  kind: z.optional(z.enum(callKinds)),
  /** At most these points per minute, of the filtered kind, or of the cheaper one. */
  priceTo: z.optional(z.int().check(z.minimum(rateLowest), z.maximum(rateHighest))),
  ageFrom: z.optional(age),
  ageTo: z.optional(age),
  regions: z._default(z.array(z.string().check(z.maxLength(10))).check(z.maxLength(47)), []),
  /** Has all of them. */
  tags: z._default(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(searchTagsMax)), []),
  /** At least this average. */
  ratingFrom: z.optional(z.int().check(z.minimum(1), z.maximum(5))),
  isNew: z._default(z.boolean(), false),
  sort: z._default(z.enum(searchSorts), 'recommended'),
})
export type SearchFilters = z.infer<typeof searchFilters>

export const searchEndpoints = {
  searchUsers: defineEndpoint({
    method: 'POST',
    path: '/api/search-users',
    access: 'public',
    summary:
      'Broadcasters who fit the filters, a page at a time; nobody is on two pages because somebody came or went',
    input: z.extend(searchFilters, {
      /** The `next` of the page before. */
      after: z.optional(z.string().check(z.maxLength(400))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(60)), 24),
    }),
    output: z.object({
      type: success,
      users: z.array(personCard),
      /** People in the whole result, counted up to 1,000; null on later pages. */
      total: z.nullable(z.int()),
      /** Null: this was the last page. */
      next: z.nullable(z.string()),
    }),
    refusals: ['searchPageGone'],
  }),
  getSearchTags: defineEndpoint({
    method: 'POST',
    path: '/api/get-search-tags',
    access: 'public',
    summary: 'The tags most broadcasters carry, for the filter sheet',
    input: nothing,
    output: z.object({ type: success, tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
    refusals: [],
  }),
}
