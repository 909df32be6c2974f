import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { memberId } from '#contract/core/shared.ts'
import type { SearchFilters } from '#contract/people/search.ts'

/** The last person of a page, and where she stands in the order. */
export interface SearchPosition {
  /** 0: among those on standby when the search began, who come first; 1: after them, and in orders without them. */
  part: 0 | 1
  /** Her values of the order's columns. */
  ranks: number[]
  memberId: string
}

/** What a page's `next` says. It holds nothing secret: who makes one up finds what he could have searched for. */
export interface SearchCursor {
  /** A kept list of who was on standby; null where the order doesn't ask. */
  standbyListId: number | null
  after: SearchPosition
}

const written = z.tuple([
  z.string(),
  z.nullable(z.int().check(z.nonnegative())),
  z.union([z.literal(0), z.literal(1)]),
  z.array(z.int()).check(z.minLength(1), z.maxLength(3)),
  memberId,
])

/** A cursor goes on with the filters and the order that it was made under, and with no others. */
const fingerprint = (filters: SearchFilters): string => {
  const facts = [
    filters.text,
    filters.states,
    filters.kind,
    filters.ageFrom,
    filters.ageTo,
    filters.regions,
    filters.tags,
    filters.ratingFrom,
    filters.isNew,
    filters.sort,
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12)
}

export const writeCursor = (filters: SearchFilters, { standbyListId, after }: SearchCursor): string =>
  Buffer.from(
    JSON.stringify([fingerprint(filters), standbyListId, after.part, after.ranks, after.memberId]),
  ).toString('base64url')

/** Null for what isn't a cursor of these filters with so many ranks. */
export const readCursor = (filters: SearchFilters, ranks: number, cursor: string): SearchCursor | null => {
  const parsed = written.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) return null
  const [print, standbyListId, part, given, id] = parsed.data
  if (print !== fingerprint(filters) || given.length !== ranks) return null
  return { standbyListId, after: { part, ranks: given, memberId: id } }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
