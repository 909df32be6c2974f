import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { memberId } from '#contract/core/shared.ts'
import type { SearchFilters } from '#contract/people/search.ts'

/** The last person of a page and their position in the order. */
export interface SearchPosition {
  /** 0: among those on standby when the search began, who come first; 1: after them, and in orders without them. */
  part: 0 | 1
  /** The person's values of the order's columns. */
  ranks: number[]
  memberId: string
}

/**
 * The content of a page's `next`. It contains nothing secret: a forged one finds what any search could find.
 */
export interface SearchCursor {
  /** A stored list of who was on standby; null for an order that doesn't need it. */
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

/** A cursor is valid only for the filters and the order that it was made with. */
const fingerprint = (filters: SearchFilters): string => {
  const facts = [
    filters.text,
    filters.states,
    filters.kind,
    filters.priceTo,
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

/** Null for anything but a cursor of these filters with this number of ranks. */
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
