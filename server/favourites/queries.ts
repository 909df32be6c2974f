import { sql } from 'kysely'
import type { InputOf, OutputOf } from '#contract/core/endpoint.ts'
import type { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { cardsOf, isBlocked, rolesSeenBy } from '#server/people/queries.ts'

type Pages = typeof favouritesEndpoints.getBookmarks

interface BookmarkRow {
  id: string
  /** When it was set, in microseconds: a Date has only milliseconds, which two may share. */
  micros: string
  total: number | null
}

/**
 * A page of the member's favourites. A favourite that is added or removed between two pages moves no other.
 */
export const bookmarkPage = async (
  db: Db,
  viewer: Viewer,
  { after, limit }: InputOf<Pages>,
): Promise<Omit<OutputOf<Pages>, 'type'>> => {
  const [micros, lastId] = after?.split('-') ?? []
  const isFurther = sql`k.created_at < ${micros ?? null}::bigint * interval '1 microsecond' + 'epoch'::timestamptz
    OR (k.created_at = ${micros ?? null}::bigint * interval '1 microsecond' + 'epoch'::timestamptz
      AND k.partner_id > ${lastId ?? null})`
  const { rows } = await sql<BookmarkRow>`
    SELECT k.partner_id AS id, (extract(epoch FROM k.created_at) * 1000000)::bigint::text AS micros,
      ${after ? sql`null::int` : sql`count(*) OVER ()::int`} AS total
    FROM bookmark k JOIN member m ON m.id = k.partner_id
    WHERE k.member_id = ${viewer.memberId} AND m.role = any(${rolesSeenBy(viewer)}::text[])
      AND NOT ${isBlocked(viewer.memberId)} ${after ? sql`AND (${isFurther})` : sql``}
    ORDER BY k.created_at DESC, k.partner_id
    -- One more tells whether there is a next page.
    LIMIT ${limit + 1}`.execute(db)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const ids = shown.map(({ id }) => id)
  return {
    users: await cardsOf(db, ids, viewer.memberId, rolesSeenBy(viewer)),
    total: after ? null : (rows[0]?.total ?? 0),
    next: last ? `${last.micros}-${last.id}` : null,
  }
}

/** How many members added the broadcaster to their favourites in a period, and kept them. */
export const countNewFavourites = async (
  db: Db | Tx,
  broadcasterId: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM bookmark
    WHERE partner_id = ${broadcasterId} AND created_at >= ${new Date(fromMs)} AND created_at < ${new Date(toMs)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Those of the members who are favourites or followers of a member. */
export const favouritesAndFollowersAmong = async (
  db: Db | Tx,
  memberId: string,
  others: readonly string[],
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT o.id FROM unnest(${others}::text[]) o (id) JOIN bookmark k
      ON (k.member_id, k.partner_id) = (${memberId}, o.id) OR (k.partner_id, k.member_id) = (${memberId}, o.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Whom the member has favourited, the latest first, as many as one query of another area takes. */
export const bookmarkedIds = async (db: Db, memberId: string, max = 500): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT partner_id AS id FROM bookmark WHERE member_id = ${memberId}
    ORDER BY created_at DESC, partner_id LIMIT ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
