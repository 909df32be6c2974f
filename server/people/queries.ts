import { sql } from 'kysely'
import type { Role } from '#contract/account/account.ts'
import type { PersonCard, PresenceState } from '#contract/people/people.ts'
import { newcomerDays } from '#domain/people/figures.ts'
import { nextSlotStart } from '#domain/people/next-slot.ts'
import type { Slot } from '#domain/people/schedule.ts'
import { canSee } from '#domain/people/visibility.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Whether a block exists between the viewer and the member of the query's table `m`. */
export const isBlocked = (viewerId: string | null) => sql`EXISTS (
  SELECT FROM blocked_pair p WHERE p.member_id = ${viewerId} AND p.partner_id = m.id)`

interface VisiblePerson {
  id: string
  role: Role
  name: string
  avatarId: string | null
}

/**
 * A member whom the viewer may see; null for an unknown member, for a role that the viewer doesn't see and
 * for either side of a block. A visitor has no viewer.
 */
export const findVisiblePerson = async (
  db: Db | Tx,
  viewer: { memberId: string; role: Role } | null,
  memberId: string,
): Promise<VisiblePerson | null> => {
  const { rows } = await sql<VisiblePerson>`
    SELECT m.id, m.role, m.name, m.avatar_id AS "avatarId" FROM member m
    WHERE m.id = ${memberId} AND NOT ${isBlocked(viewer?.memberId ?? null)}`.execute(db)
  const person = rows[0]
  const seenBy = viewer && { id: viewer.memberId, role: viewer.role }
  return person && canSee(seenBy, person) ? person : null
}

export const isBookmarked = async (db: Db | Tx, memberId: string, partnerId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM bookmark WHERE member_id = ${memberId} AND partner_id = ${partnerId}`.execute(db)
  return rows.length > 0
}

/** The number of a member's favourites. */
export const countBookmarks = async (db: Db | Tx, memberId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM bookmark WHERE member_id = ${memberId}`.execute(db)
  return rows[0]?.count ?? 0
}

export interface Standby {
  waiting: boolean
  state: PresenceState
  rates: { video: number | null; voice: number | null }
}

/** A broadcaster's own switch; null for anyone else. */
export const findStandby = async (db: Db | Tx, memberId: string): Promise<Standby | null> => {
  const { rows } = await sql<{
    waiting: boolean
    state: PresenceState
    video: number | null
    voice: number | null
  }>`
    SELECT b.standby_since IS NOT NULL AS waiting, s.state, b.rate_video AS video, b.rate_voice AS voice
    FROM broadcaster b JOIN member_state s ON s.member_id = b.member_id
    WHERE b.member_id = ${memberId}`.execute(db)
  const row = rows[0]
  return row
    ? { waiting: row.waiting, state: row.state, rates: { video: row.video, voice: row.voice } }
    : null
}

/** The columns of a card; `m`, `b`, `c`, `s` and the viewer's bookmark `k` are the query's tables. */
export const cardColumns = sql`
  m.id, m.role, m.name, CASE WHEN m.is_age_shown THEN m.age END AS age, m.region, m.avatar_id AS "avatarId",
  coalesce(s.state, CASE WHEN seat.call_id IS NOT NULL THEN 'inCall' ELSE 'offline' END) AS state,
  b.rate_video AS video, b.rate_voice AS voice,
  round(b.review_score_sum::numeric / nullif(b.review_count, 0), 1)::float8 AS average,
  coalesce(b.review_count, 0) AS "reviewCount",
  coalesce(b.tags, c.tags, '{}') AS tags,
  coalesce(b.schedule, '[]') AS schedule, (extract(epoch FROM now()) * 1000)::float8 AS "nowMs",
  k.member_id IS NOT NULL AS bookmark,
  coalesce(b.approved_at > now() - make_interval(days => ${newcomerDays}::int), false) AS "isNew"`

export interface CardRow {
  id: string
  role: 'caller' | 'broadcaster'
  name: string
  age: number | null
  region: string | null
  avatarId: string | null
  state: PresenceState
  video: number | null
  voice: number | null
  average: number | null
  reviewCount: number
  tags: string[]
  schedule: Slot[]
  nowMs: number
  bookmark: boolean
  isNew: boolean
}

const nextStandbyAt = ({ schedule, nowMs }: CardRow): string | null => {
  const start = nextSlotStart(schedule, nowMs)
  return start === null ? null : new Date(start).toISOString()
}

export const cardOf = (row: CardRow): PersonCard => ({
  id: row.id,
  role: row.role,
  name: row.name,
  age: row.age,
  region: row.region,
  avatarId: row.avatarId,
  state: row.state,
  rates: { video: row.video, voice: row.voice },
  rating: { average: row.average, count: row.reviewCount },
  tags: row.tags,
  bookmark: row.bookmark,
  isNew: row.isNew,
  nextStandbyAt: nextStandbyAt(row),
})

/** The roles that the viewer may see in a list (domain/people/visibility.ts). */
export const rolesSeenBy = (viewer: { role: Role } | null): readonly Role[] =>
  viewer?.role === 'broadcaster' ? ['broadcaster', 'caller'] : ['broadcaster']

/**
 * The cards of these people, in this order; it leaves out people who were deleted meanwhile or have none of
 * these roles any more. A visitor has no viewer.
 */
export const cardsOf = async (
  db: Db | Tx,
  memberIds: readonly string[],
  viewerId: string | null,
  roles: readonly Role[] = ['broadcaster'],
): Promise<PersonCard[]> => {
  if (memberIds.length === 0) return []
  const { rows } = await sql<CardRow>`
    SELECT ${cardColumns} FROM unnest(${memberIds}::text[]) WITH ORDINALITY AS wanted (id, place)
    JOIN member m ON m.id = wanted.id
    LEFT JOIN broadcaster b ON b.member_id = m.id
    LEFT JOIN caller_profile c ON c.member_id = m.id
    LEFT JOIN member_state s ON s.member_id = m.id
    LEFT JOIN call_seat seat ON seat.member_id = m.id
    LEFT JOIN bookmark k ON k.partner_id = m.id AND k.member_id = ${viewerId}
    WHERE m.role = any(${roles}::text[])
    ORDER BY wanted.place`.execute(db)
  return rows.map(cardOf)
}

/** The rates of these broadcasters by id, in points per minute. */
export const ratesOf = async (
  db: Db | Tx,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, { video: number | null; voice: number | null }>> => {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('broadcaster')
    .select(['member_id', 'rate_video as video', 'rate_voice as voice'])
    .where('member_id', 'in', memberIds)
    .execute()
  return new Map(rows.map(({ member_id, ...rates }) => [member_id, rates]))
}
