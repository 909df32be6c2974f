import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#contract/account/account.ts'
import type { PersonCard, RecommendedList } from '#contract/people/people.ts'
import {
  homeNewcomersShown,
  homeStandbyShown,
  newcomerDays,
  rankingReviewsMin,
} from '#domain/people/figures.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { cardsOf, rolesSeenBy } from './queries.ts'

interface Wanted {
  limit: number
  viewer: { memberId: string; role: Role } | null
  /** Without the people whom home's other sections show. */
  isApart?: boolean
}

/** A list's first people in order. */
type IdsQuery = RawBuilder<{ id: string }>

/** Leaves out members between whom and the viewer there is a block. */
const isFree = (viewerId: string | null, column: string) => sql`NOT EXISTS (
  SELECT FROM blocked_pair p WHERE p.member_id = ${viewerId} AND p.partner_id = ${sql.ref(column)})`

/** The order of `search_entry_rating`: by mean score, then by number of reviews. */
const byRating = sql`e.rating_rank, e.review_rank, e.member_id`

/** The first people of a shared list, without those whom a block hides from this viewer. */
const ofStored = (ids: readonly string[], { viewer, limit }: Wanted): IdsQuery => sql`
  SELECT w.id FROM unnest(${ids}::text[]) WITH ORDINALITY AS w (id, place)
  WHERE ${isFree(viewer?.memberId ?? null, 'w.id')} ORDER BY w.place LIMIT ${limit}`

const nobody: IdsQuery = sql`SELECT NULL::text AS id WHERE false`

/** Whom home shows first: the latest on standby. Who was called since the list was made isn't shown. */
const firstStandby = (memberIds: readonly string[], { viewer }: Wanted): IdsQuery => sql`
  SELECT w.id FROM unnest(${memberIds}::text[]) WITH ORDINALITY AS w (id, place)
  JOIN member_state s ON s.member_id = w.id AND s.state = 'standby'
  WHERE ${isFree(viewer?.memberId ?? null, 'w.id')} ORDER BY w.place LIMIT ${homeStandbyShown}`

/** Those approved lately, the latest first. `newest_rank` is the negative of the approval time in microseconds. */
const newcomers = ({ viewer, limit }: Wanted, hidden: IdsQuery = nobody): IdsQuery => sql`
  SELECT e.member_id AS id FROM search_entry e
  WHERE e.newest_rank < -(extract(epoch FROM now() - make_interval(days => ${newcomerDays}::int)) * 1000000)::bigint
    AND ${isFree(viewer?.memberId ?? null, 'e.member_id')} AND e.member_id NOT IN (${hidden})
  ORDER BY e.newest_rank, e.member_id LIMIT ${limit}`

/** Those on standby by rating, then the others by rating; the others are looked for only when they have a place. */
const recommended = (
  waiting: readonly string[],
  { viewer, limit }: Wanted,
  hidden: IdsQuery = nobody,
): IdsQuery => sql`
  WITH hidden AS MATERIALIZED (${hidden}),
  here AS MATERIALIZED (
    SELECT w.id, w.place FROM unnest(${waiting}::text[]) WITH ORDINALITY AS w (id, place)
    WHERE ${isFree(viewer?.memberId ?? null, 'w.id')} AND w.id NOT IN (SELECT id FROM hidden)
    ORDER BY w.place LIMIT ${limit}),
  others AS (
    SELECT e.member_id AS id, row_number() OVER (ORDER BY ${byRating}) AS place FROM search_entry e
    WHERE (SELECT count(*) FROM here) < ${limit}
      AND e.member_id NOT IN (SELECT unnest(${waiting}::text[]))
      AND e.member_id NOT IN (SELECT id FROM hidden) AND ${isFree(viewer?.memberId ?? null, 'e.member_id')}
    ORDER BY ${byRating} LIMIT ${limit})
  SELECT id FROM (SELECT 0 AS part, place, id FROM here UNION ALL SELECT 1, place, id FROM others) AS list
  ORDER BY part, place LIMIT ${limit}`

/** Each walks an index, so that a hundred thousand profiles cost no more than a hundred. */
const walks = {
  /** A single good review doesn't lead to the top. */
  topRated: ({ viewer, limit }) => sql`
    SELECT e.member_id AS id FROM search_entry e
    WHERE e.review_rank <= ${sql.lit(-rankingReviewsMin)} AND ${isFree(viewer?.memberId ?? null, 'e.member_id')}
    ORDER BY ${byRating} LIMIT ${limit}`,

  favourites: ({ viewer, limit }) => sql`
    SELECT k.partner_id AS id FROM bookmark k JOIN member m ON m.id = k.partner_id
    WHERE k.member_id = ${viewer?.memberId ?? null} AND m.role = any(${rolesSeenBy(viewer)}::text[])
      AND ${isFree(viewer?.memberId ?? null, 'k.partner_id')}
    ORDER BY k.created_at DESC, k.partner_id LIMIT ${limit}`,
} satisfies Partial<Record<RecommendedList, (wanted: Wanted) => IdsQuery>>

/** Broadcasters who are live, the latest first. */
export const liveIds = ({ viewer, limit }: Wanted): IdsQuery => sql`
  SELECT l.member_id AS id FROM live_now l JOIN member_state s ON s.member_id = l.member_id
  WHERE s.state = 'live' AND ${isFree(viewer?.memberId ?? null, 'l.member_id')}
  ORDER BY l.since DESC, l.member_id LIMIT ${limit}`

type Lists = Pick<Context, 'db' | 'rankings' | 'standbyLists'>

const idsOf = async (db: Db, query: IdsQuery): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** Whom home shows outside おすすめ: the first on standby, and the newcomers who aren't among them. */
const homeOthers = (wanted: Wanted, first: IdsQuery): IdsQuery => sql`
  (${first}) UNION ALL (${newcomers({ ...wanted, limit: homeNewcomersShown }, first)})`

/** In order; for standby the latest first, who most likely is still there. */
const listIds = async (context: Lists, list: RecommendedList, wanted: Wanted): Promise<string[]> => {
  const { db } = context
  const standby = await context.standbyLists.newest()
  const first = wanted.isApart ? firstStandby(standby.memberIds, wanted) : nobody
  switch (list) {
    case 'standby':
      return idsOf(db, ofStored(standby.memberIds, wanted))
    case 'newcomers':
      return idsOf(db, newcomers(wanted, first))
    case 'recommended':
      return idsOf(
        db,
        recommended(standby.byRating, wanted, wanted.isApart ? homeOthers(wanted, first) : nobody),
      )
    case 'popular':
      return idsOf(db, ofStored(await context.rankings.popular(), wanted))
    default:
      return idsOf(db, walks[list](wanted))
  }
}

/** How many are on standby for this viewer. */
const countWaiting = async ({ db, standbyLists }: Lists, viewerId: string | null): Promise<number> => {
  const { memberIds } = await standbyLists.newest()
  if (viewerId === null) return memberIds.length
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM blocked_pair
    WHERE member_id = ${viewerId} AND partner_id = any(${memberIds}::text[])`.execute(db)
  return memberIds.length - (rows[0]?.count ?? 0)
}

/**
 * One list of the home screen. A visitor has no favourites. Only broadcasters see callers, and only as
 * favourites.
 */
export const listPeople = async (
  context: Lists,
  { list, ...wanted }: Wanted & { list: RecommendedList },
): Promise<{ users: PersonCard[]; total: number | null }> => {
  const viewerId = wanted.viewer?.memberId ?? null
  const ids = await listIds(context, list, wanted)
  const users = await cardsOf(context.db, ids, viewerId, rolesSeenBy(wanted.viewer))
  if (list !== 'standby') return { users, total: null }
  // A broadcaster who was called since the list was made isn't on standby.
  const here = users.filter(({ state }) => state === 'standby')
  return { users: here, total: (await countWaiting(context, viewerId)) - (users.length - here.length) }
}

export const listLivePeople = async (db: Db, wanted: Wanted): Promise<PersonCard[]> =>
  cardsOf(db, await idsOf(db, liveIds(wanted)), wanted.viewer?.memberId ?? null)
