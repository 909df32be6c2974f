import { sql } from 'kysely'
import type { SearchFilters, SearchSort } from '#contract/people/search.ts'
import type { Db } from '#server/db/database.ts'
import type { SearchPosition } from './search-cursor.ts'
import { allOf, entryConditions, type Fragment, priceColumn, textConditions } from './search-filters.ts'

interface SearchLimits {
  /** People in a result are counted up to here. */
  counted: number
  /**
   * Fewer matches than this are sorted; with more, an index in the wanted order finds a page of them soon.
   */
  sorted: number
  /** Of the people with the words, this many are tried first. */
  probed: number
  /** Words of this many people are looked for among the people who match the other filters. */
  common: number
}

/**
 * Where the alternatives of the statements below cost about the same for 100,000 people
 * (bench/search/search.bench.ts).
 */
const measuredLimits: SearchLimits = { counted: 1_000, sorted: 3_000, probed: 3_000, common: 15_000 }

export interface PeopleSearch {
  filters: SearchFilters
  viewerId: string | null
  /** The broadcasters who were on standby when the search began: `recommended` shows them first. */
  standbyIds: readonly string[]
  /** The broadcasters who may be on standby now, for the filter by state. */
  waitingIds: readonly string[]
  after: SearchPosition | null
  limit: number
  limits?: SearchLimits
}

interface FoundPeople {
  positions: SearchPosition[]
  /** How many people remain from here, counted up to 1,000. */
  left: number
}

/** The columns of an order, all ascending, without the member's id, which is always the last one. */
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

/** The people who match, in order, from a position on. */
export const findPeople = async (db: Db, search: PeopleSearch): Promise<FoundPeople> => {
  const { rows } = await sql<{ memberId: string; part: 0 | 1; ranks: string[]; found: number }>`
    ${search.filters.states.length > 0 ? ofStates(search) : ofEverybody(search)}`.execute(db)
  return {
    positions: rows.map(({ memberId, part, ranks }) => ({ memberId, part, ranks: ranks.map(Number) })),
    left: Math.min(rows[0]?.found ?? 0, limitsOf(search).counted),
  }
}

const limitsOf = ({ limits }: PeopleSearch): SearchLimits => limits ?? measuredLimits

/** The parts of the statements below. */
const partsOf = ({ filters, viewerId, after, standbyIds }: PeopleSearch) => {
  const ranks = rankColumns(filters.sort, filters.kind)
  const isByStandby = filters.sort === 'recommended'
  const keys = sql.join([...ranks, sql.ref('e.member_id')])
  const isAway = sql`e.member_id NOT IN (SELECT unnest(${standbyIds}::text[]))`
  const part = isByStandby ? sql`(${isAway})::int` : sql`1`
  const isAfter = after
    ? sql`(${keys}) > (${sql.join([...after.ranks.map((rank) => sql`${rank}::bigint`), after.memberId])})`
    : sql`true`
  /** The people of one part after the cursor, in the order of an index; null: there are none. */
  const afterIn = (wanted: 0 | 1): Fragment | null => {
    if (!after || after.part < wanted) return sql`true`
    return after.part > wanted ? null : isAfter
  }
  const afterInAny =
    after && isByStandby
      ? sql`(${part} > ${after.part}::int OR (${part} = ${after.part}::int AND ${isAfter}))`
      : isAfter
  const text = textConditions(filters.text)
  const named = ranks.map((_, nth) => sql.ref(`rank${nth}`))
  return {
    isByStandby,
    isAway,
    part,
    afterIn,
    afterInAny,
    text,
    order: keys,
    conditions: entryConditions(filters, viewerId),
    ofText: text ? [text.ofEntry] : [],
    /** The position of one row of any statement. */
    position: sql`e.member_id, ${sql.join(ranks.map((rank, nth) => sql`${rank} AS ${named[nth] ?? rank}`))}`,
    /** The same order among the rows found. */
    rankNames: sql.join([...named, sql.ref('member_id')]),
    answer: sql`member_id AS "memberId", part, ARRAY[${sql.join(named)}]::text[] AS ranks`,
  }
}

/** Looked up one after the other: for so few people a join would read everybody. */
const entriesOf = (ids: Fragment): Fragment => sql`${ids} AS wanted (member_id)
  CROSS JOIN LATERAL (SELECT * FROM search_entry x WHERE x.member_id = wanted.member_id LIMIT 1) e`

/** People in one of the states now: so few that all who match are sorted. */
const ofStates = (search: PeopleSearch): Fragment => {
  const { position, part, afterInAny, rankNames, answer, conditions, ofText } = partsOf(search)
  const { states } = search.filters
  const waiting = states.includes('standby') ? search.waitingIds : []
  const seated = states.includes('inCall') ? sql`UNION SELECT member_id FROM call_seat` : sql``
  const live = states.includes('live') ? sql`UNION SELECT member_id FROM live_now` : sql``
  const candidates = sql`(SELECT unnest(${waiting}::text[]) ${seated} ${live})`
  return sql`
    WITH found AS MATERIALIZED (
      SELECT ${position}, ${part} AS part FROM ${entriesOf(candidates)}
      WHERE ${allOf([...conditions, ...ofText, afterInAny])}
        AND (SELECT s.state FROM member_state s WHERE s.member_id = e.member_id) = any(${states}::text[])
    )
    SELECT ${answer}, (SELECT count(*)::int FROM found) AS found FROM found ORDER BY part, ${rankNames} LIMIT ${search.limit}`
}

/**
 * Few matches are gathered, by whatever index suits the filters, and sorted. Many are found one after the
 * other in an index of the wanted order. Only the gathering shows which of the two it is: the other half of
 * the statement is skipped.
 */
const ofEverybody = (search: PeopleSearch): Fragment => {
  const { isByStandby, isAway, position, afterIn, order, rankNames, answer, conditions, ofText } =
    partsOf(search)
  const gathering = gather(search)
  const walk = (wanted: 0 | 1, source: Fragment, outside: Fragment[]): Fragment[] => {
    const after = afterIn(wanted)
    if (!after) return []
    return [
      sql`(SELECT ${position}, ${sql.lit(wanted)} AS part FROM ${source}
        WHERE ${gathering.isMany} AND ${allOf([...conditions, ...ofText, ...outside, after])}
        ORDER BY ${order} LIMIT ${search.limit})`,
    ]
  }
  const walks = isByStandby
    ? [
        ...walk(0, entriesOf(sql`unnest(${search.standbyIds}::text[])`), []),
        ...walk(1, sql`search_entry e`, [isAway]),
      ]
    : walk(1, sql`search_entry e`, [])
  const sorted = sql`(SELECT * FROM found WHERE NOT ${gathering.isMany} ORDER BY part, ${rankNames} LIMIT ${search.limit})`
  return sql`
    WITH ${gathering.found}, found_size AS MATERIALIZED (SELECT count(*)::int AS n FROM found),
    page AS (${sql.join([sorted, ...walks], sql` UNION ALL `)})
    SELECT ${answer}, (SELECT n FROM found_size) AS found FROM page ORDER BY part, ${rankNames} LIMIT ${search.limit}`
}

/**
 * `found` as a part of WITH: everybody who matches, or as many as are sorted; and the condition that there
 * were more. For words that many people have, it reads only enough to see that many of those match. If few
 * do, it looks for the matches of the other filters among all who have the words, or, where most people have
 * them, checks them one by one.
 */
const gather = (search: PeopleSearch): { found: Fragment; isMany: Fragment } => {
  const { position, part, afterInAny, conditions, text, ofText } = partsOf(search)
  const { counted, sorted, probed, common } = limitsOf(search)
  const fits = allOf([...conditions, afterInAny])
  if (!text)
    return {
      found: sql`found AS MATERIALIZED (
        SELECT ${position}, ${part} AS part FROM search_entry e WHERE ${fits} LIMIT ${sorted})`,
      isMany: sql`(SELECT n FROM found_size) >= ${sorted}`,
    }
  const hits = sql`(SELECT n FROM hit_size)`
  const isDecided = sql`((SELECT n FROM fitting_size) >= ${counted} OR ${hits} <= ${probed})`
  const entries = (isTurn: Fragment, holdsWords: Fragment) => sql`(
    SELECT ${position}, ${part} AS part FROM search_entry e
    WHERE NOT ${isDecided} AND ${isTurn} AND ${fits} AND ${holdsWords} LIMIT ${counted})`
  // Compared with true, it stays a table looked into row by row: as a join its cost would be misjudged.
  const isHit = sql`(e.member_id IN (SELECT hit.member_id FROM hit)) = true`
  return {
    found: sql`hit AS MATERIALIZED (SELECT t.member_id FROM search_text t WHERE ${text.byIndex} LIMIT ${common}),
      hit_size AS MATERIALIZED (SELECT count(*)::int AS n FROM hit),
      fitting AS MATERIALIZED (
        SELECT ${position}, ${part} AS part FROM ${entriesOf(sql`(SELECT * FROM hit LIMIT ${probed})`)}
        WHERE ${fits} LIMIT ${counted}),
      fitting_size AS MATERIALIZED (SELECT count(*)::int AS n FROM fitting),
      found AS MATERIALIZED (
        (SELECT * FROM fitting WHERE ${isDecided})
        UNION ALL ${entries(sql`${hits} < ${common}`, isHit)}
        UNION ALL ${entries(sql`${hits} >= ${common}`, allOf(ofText))})`,
    isMany: sql`(SELECT n FROM found_size) >= ${counted}`,
  }
}
