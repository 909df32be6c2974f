import { sql } from 'kysely'
import type { SearchFilters, SearchSort } from '../../../contract/search.ts'
import type { Db } from '../../db/database.ts'
import type { SearchPosition } from './search-cursor.ts'
import { allOf, entryConditions, type Fragment, priceColumn, textConditions } from './search-filters.ts'

/** People in a result are counted up to here. */
const countedMax = 1_000
/** Fewer matches than this are sorted; of more, an index in the wanted order comes upon a page of them soon. */
const sortedMax = 3_000

export interface PeopleSearch {
  filters: SearchFilters
  viewerId: string | null
  /** Who was on standby when the search began: `recommended` shows them first. */
  standbyIds: readonly string[]
  /** Who may be on standby now, for the filter by state. */
  waitingIds: readonly string[]
  after: SearchPosition | null
  limit: number
}

export interface FoundPeople {
  positions: SearchPosition[]
  /** How many are left from here, counted up to 1,000. */
  left: number
}

/** The columns of an order, all ascending; the member's id, which is the last one of each, isn't told here. */
export const rankColumns = (sort: SearchSort, kind: SearchFilters['kind']): readonly Fragment[] => {
  const [rating, reviews] = [sql.ref('e.rating_rank'), sql.ref('e.review_rank')]
  const byPrice = [priceColumn(kind), rating, reviews]
  const orders = {
    recommended: [rating, reviews],
    rating: [rating, reviews],
    newest: [sql.ref('e.newest_rank')],
    priceLow: byPrice,
    reviews: [reviews, rating],
  } satisfies Record<SearchSort, Fragment[]>
  return orders[sort]
}

/** Who fits, in order, from a position on. */
export const findPeople = async (db: Db, search: PeopleSearch): Promise<FoundPeople> => {
  const { rows } = await sql<{ memberId: string; part: 0 | 1; ranks: string[]; found: number }>`
    ${search.filters.states.length > 0 ? ofStates(search) : ofEverybody(search)}`.execute(db)
  return {
    positions: rows.map(({ memberId, part, ranks }) => ({ memberId, part, ranks: ranks.map(Number) })),
    left: Math.min(rows[0]?.found ?? 0, countedMax),
  }
}

/** What the statements below are made of. */
const partsOf = ({ filters, viewerId, after, standbyIds }: PeopleSearch) => {
  const ranks = rankColumns(filters.sort, filters.kind)
  const isByStandby = filters.sort === 'recommended'
  const keys = sql.join([...ranks, sql.ref('e.member_id')])
  const part = isByStandby ? sql`(e.member_id NOT IN (SELECT unnest(${standbyIds}::text[])))::int` : sql`1`
  /** Whoever comes after the cursor in the order of one part, which an index goes through. */
  const afterIn = (wanted: 0 | 1): Fragment[] => {
    if (!after || after.part < wanted) return []
    if (after.part > wanted) return [sql`false`]
    return [
      sql`(${keys}) > (${sql.join([...after.ranks.map((rank) => sql`${rank}::bigint`), after.memberId])})`,
    ]
  }
  const afterInAny = after
    ? [
        sql`((${part} = 0 AND ${allOf([...afterIn(0), sql`true`])}) OR (${part} = 1 AND ${allOf([...afterIn(1), sql`true`])}))`,
      ]
    : []
  return {
    isByStandby,
    part,
    afterIn,
    afterInAny,
    order: keys,
    /** One row of any statement: where she stands. */
    position: sql`e.member_id, ${sql.join(ranks.map((rank, nth) => sql`${rank} AS ${sql.ref(`rank${nth}`)}`))}`,
    /** The same order among the rows found. */
    rankNames: sql.join([...ranks.map((_, nth) => sql.ref(`rank${nth}`)), sql.ref('member_id')]),
    ranksArray: sql`ARRAY[${sql.join(ranks.map((_, nth) => sql`${sql.ref(`rank${nth}`)}::text`))}]`,
    conditions: entryConditions(filters, viewerId),
    text: textConditions(filters.text),
  }
}

/** In one of the states now: so few that all who fit are sorted. */
const ofStates = (search: PeopleSearch): Fragment => {
  const { position, part, afterInAny, rankNames, ranksArray, conditions, text } = partsOf(search)
  const { states } = search.filters
  const waiting = states.includes('standby') ? search.waitingIds : []
  const seated = states.includes('inCall') ? sql`UNION SELECT member_id FROM call_seat` : sql``
  const withText = text.exact.length > 0 ? sql`JOIN search_text t ON t.member_id = e.member_id` : sql``
  return sql`
    WITH candidate AS MATERIALIZED (SELECT unnest(${waiting}::text[]) AS member_id ${seated}),
    found AS MATERIALIZED (
      SELECT ${position}, ${part} AS part
      FROM candidate c JOIN search_entry e ON e.member_id = c.member_id
      JOIN member_state s ON s.member_id = e.member_id ${withText}
      WHERE s.state = any(${states}::text[]) AND ${allOf([...conditions, ...text.exact, ...afterInAny])}
    )
    SELECT member_id AS "memberId", part, ${ranksArray} AS ranks, (SELECT count(*)::int FROM found) AS found
    FROM found ORDER BY part, ${rankNames} LIMIT ${search.limit}`
}

/**
 * Few matches are gathered, by whatever index suits the filters, and sorted; many are met one after the other in an
 * index of the wanted order. Which of the two it is, only the gathering tells: each half of the statement is skipped
 * when its turn doesn't come.
 */
const ofEverybody = (search: PeopleSearch): Fragment => {
  const parts = partsOf(search)
  const { position, part, afterIn, afterInAny, order, rankNames, ranksArray, conditions, text } = parts
  const isMany = sql`(SELECT count(*) FROM found) >= ${sortedMax}`
  const withText = text.exact.length > 0 ? sql`JOIN search_text t ON t.member_id = e.member_id` : sql``
  const walk = (wanted: 0 | 1, source: Fragment, outside: Fragment[]) => sql`(
    SELECT ${position}, ${sql.lit(wanted)} AS part FROM ${source} ${withText}
    WHERE ${isMany} AND ${allOf([...conditions, ...text.exact, ...outside, ...afterIn(wanted)])}
    ORDER BY ${order} LIMIT ${search.limit})`
  const waiting = sql`unnest(${search.standbyIds}::text[]) AS w (member_id) JOIN search_entry e ON e.member_id = w.member_id`
  const walks = parts.isByStandby
    ? sql`${walk(0, waiting, [])} UNION ALL ${walk(1, sql`search_entry e`, [sql`${part} = 1`])}`
    : walk(1, sql`search_entry e`, [])
  return sql`
    WITH found AS MATERIALIZED (
      SELECT ${position}, ${part} AS part FROM search_entry e ${withText}
      WHERE ${allOf([...conditions, ...text.byIndex, ...text.exact, ...afterInAny])}
      LIMIT ${sortedMax}
    ), page AS (
      (SELECT * FROM found WHERE NOT ${isMany} ORDER BY part, ${rankNames} LIMIT ${search.limit})
      UNION ALL ${walks}
    )
    SELECT member_id AS "memberId", part, ${ranksArray} AS ranks, (SELECT count(*)::int FROM found) AS found
    FROM page ORDER BY part, ${rankNames} LIMIT ${search.limit}`
}
