import type { InputOf, OutputOf } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { searchEndpoints } from '#contract/people/search.ts'
import type { Context } from '#server/context.ts'
import { cardsOf } from '../queries.ts'
import { readCursor, type SearchCursor, writeCursor } from './search-cursor.ts'
import { findPeople, rankColumns } from './search-people.ts'
import type { StandbyList } from './standby-lists.ts'

type Search = typeof searchEndpoints.searchUsers

/**
 * A page of the people who match. Those on standby when the search began come first on all its pages, so that
 * nobody is on two pages when the state changes meanwhile; the card shows the state of now. Refuses a cursor
 * of another search, or one whose standby list was deleted.
 */
export const searchUsers = async (
  { db, standbyLists }: Pick<Context, 'db' | 'standbyLists'>,
  viewerId: string | null,
  { after, limit, ...filters }: InputOf<Search>,
): Promise<Omit<OutputOf<Search>, 'type'> | Refusal<'searchPageGone'>> => {
  const cursor =
    after === undefined ? null : readCursor(filters, rankColumns(filters.sort, filters.kind).length, after)
  if (after !== undefined && !cursor) return refuse('searchPageGone')
  const isByStandby = filters.sort === 'recommended'
  const began = isByStandby ? await listOf(standbyLists, cursor) : null
  if (isByStandby && !began) return refuse('searchPageGone')

  const found = await findPeople(db, {
    filters,
    viewerId,
    standbyIds: began?.memberIds ?? [],
    waitingIds: filters.states.includes('standby') ? (await standbyLists.newest()).memberIds : [],
    after: cursor?.after ?? null,
    // One more shows whether there is a next page.
    limit: limit + 1,
  })
  const shown = found.positions.slice(0, limit)
  const last = found.positions.length > limit ? shown.at(-1) : undefined
  const users = await cardsOf(
    db,
    shown.map(({ memberId }) => memberId),
    viewerId,
  )
  const next = last && { standbyListId: (await began?.keep()) ?? null, after: last }
  return { users, total: cursor ? null : found.left, next: next ? writeCursor(filters, next) : null }
}

const listOf = (lists: Context['standbyLists'], cursor: SearchCursor | null): Promise<StandbyList | null> => {
  if (!cursor) return lists.newest()
  return cursor.standbyListId === null ? Promise.resolve(null) : lists.kept(cursor.standbyListId)
}
