import { type RawBuilder, sql } from 'kysely'
import type { SearchFilters } from '#contract/people/search.ts'
import { adultAge } from '#domain/account/birth-date.ts'
import { newcomerDays } from '#domain/people/figures.ts'
import { searchGrams, searchWords, unverifiedTexts } from '#domain/people/search-text.ts'

export type Fragment = RawBuilder<unknown>

export const allOf = (conditions: readonly Fragment[]): Fragment => sql.join(conditions, sql` AND `)

const priceColumns = { video: sql.ref('e.price_video'), voice: sql.ref('e.price_voice') } as const

export const priceColumn = (kind: SearchFilters['kind']): Fragment =>
  kind ? priceColumns[kind] : sql.ref('e.price_low')

/** The day on which the youngest adult was born, in Japan. */
const adultsBornBy = sql`((now() AT TIME ZONE 'Asia/Tokyo') - make_interval(years => ${adultAge}::int))::date`

/** The filters as conditions on `search_entry e`; states and text have sources of their own. */
export const entryConditions = (filters: SearchFilters, viewerId: string | null): Fragment[] => {
  const conditions = [sql`(e.born_on IS NULL OR e.born_on <= ${adultsBornBy})`]
  const { kind, priceTo, ageFrom, ageTo, regions, tags, ratingFrom, isNew } = filters
  // Not in, not exists: PostgreSQL then reads the viewer's blocks once, however many people it looks at.
  if (viewerId !== null)
    conditions.push(
      sql`e.member_id NOT IN (SELECT p.partner_id FROM blocked_pair p WHERE p.member_id = ${viewerId})`,
    )
  if (kind) conditions.push(sql`${priceColumn(kind)} IS NOT NULL`)
  if (priceTo !== undefined) conditions.push(sql`${priceColumn(kind)} <= ${priceTo}::int`)
  if (ageFrom !== undefined) conditions.push(sql`e.age >= ${ageFrom}::int`)
  if (ageTo !== undefined) conditions.push(sql`e.age <= ${ageTo}::int`)
  if (regions.length > 0) conditions.push(sql`e.region = any(${regions}::text[])`)
  if (tags.length > 0) conditions.push(sql`e.tags @> ${tags}::text[]`)
  if (ratingFrom !== undefined) conditions.push(sql`e.rating_rank <= ${-10 * ratingFrom}::int`)
  if (isNew)
    conditions.push(
      sql`e.newest_rank < -(extract(epoch FROM now() - make_interval(days => ${newcomerDays}::int)) * 1000000)::bigint`,
    )
  return conditions
}

interface TextConditions {
  /** On `search_text t`, for its index. */
  byIndex: Fragment
  /** For each row of `search_entry e`, one by one: a join could begin with reading everybody's text. */
  ofEntry: Fragment
}

/** Selects people whose text contains every word; null without a search text. */
export const textConditions = (typed: string): TextConditions | null => {
  const words = searchWords(typed)
  if (words.length === 0) return null
  const holds = (word: string) => sql`strpos(t.folded, ${word}) > 0`
  const byGrams = sql`search_grams(t.folded) @> ${searchGrams(words)}::bigint[]`
  const holdsAll = allOf(words.map(holds))
  return {
    byIndex: allOf([byGrams, ...unverifiedTexts(words).map(holds)]),
    ofEntry: sql`(SELECT ${holdsAll} FROM search_text t WHERE t.member_id = e.member_id)`,
  }
}
