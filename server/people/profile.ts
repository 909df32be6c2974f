import { sql } from 'kysely'
import type { Profile } from '../../contract/people.ts'
import { answerRatePercent, authorLabel } from '../../domain/people/figures.ts'
import { canCall, canSee } from '../../domain/people/visibility.ts'
import type { Viewer } from '../account/sessions.ts'
import { answerRate } from '../calls/review-queries.ts'
import type { Db } from '../db/database.ts'
import { type CardRow, cardColumns, cardOf, isBlocked } from './queries.ts'

/** How many reviews a profile shows; its summary counts them all. */
const shownReviews = 20

interface ProfileRow extends CardRow {
  job: string | null
  bio: string
  standbySince: Date | null
  schedule: Profile['schedule']
  bookmarkCount: number
}

/** A profile as the viewer may see it, or null; a blocked pair sees neither. A visitor has no viewer. */
export const loadProfile = async (
  db: Db,
  memberId: string,
  viewer: Viewer | null,
): Promise<Profile | null> => {
  const viewerId = viewer?.memberId ?? null
  const { rows } = await sql<ProfileRow>`
    SELECT ${cardColumns}, b.job, coalesce(b.bio, '') AS bio, b.standby_since AS "standbySince",
      coalesce(b.schedule, '[]') AS schedule,
      (SELECT count(*)::int FROM bookmark fan WHERE fan.partner_id = m.id) AS "bookmarkCount"
    FROM member m
    LEFT JOIN broadcaster b ON b.member_id = m.id
    LEFT JOIN member_state s ON s.member_id = m.id
    LEFT JOIN call_seat seat ON seat.member_id = m.id
    LEFT JOIN bookmark k ON k.partner_id = m.id AND k.member_id = ${viewerId}
    WHERE m.id = ${memberId} AND NOT ${isBlocked(viewerId)}`.execute(db)
  const row = rows[0]
  const asking = viewer && { id: viewer.memberId, role: viewer.role }
  if (!row || !canSee(asking, row)) return null

  const isBroadcaster = row.role === 'broadcaster'
  const [tally, scoreCounts, reviews] = isBroadcaster
    ? await Promise.all([
        answerRate(db, memberId),
        countScores(db, memberId),
        newestReviews(db, memberId, viewerId),
      ])
    : [null, [0, 0, 0, 0, 0], []]
  return {
    ...cardOf(row),
    job: row.job,
    bio: row.bio,
    standbySince: row.state === 'standby' ? (row.standbySince?.toISOString() ?? null) : null,
    schedule: row.schedule,
    bookmarkCount: row.bookmarkCount,
    answerRatePercent: tally && answerRatePercent(tally),
    scoreCounts,
    reviews,
    callable: canCall(asking, row),
  }
}

const countScores = async (db: Db, memberId: string): Promise<number[]> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(review.id)::int AS count FROM generate_series(1, 5) AS given (score)
    LEFT JOIN review ON review.target_id = ${memberId} AND review.score = given.score AND review.hidden_at IS NULL
    GROUP BY given.score ORDER BY given.score`.execute(db)
  return rows.map((row) => row.count)
}

/** A review by somebody the viewer has nothing to do with counts, but isn't read. */
const newestReviews = async (
  db: Db,
  memberId: string,
  viewerId: string | null,
): Promise<Profile['reviews']> => {
  const { rows } = await sql<{
    id: number
    score: number
    description: string
    region: string
    age: number
    postedAt: Date
  }>`
    SELECT r.id, r.score, r.description, a.region, a.age, r.created_at AS "postedAt"
    FROM review r JOIN member a ON a.id = r.author_id
    WHERE r.target_id = ${memberId} AND r.description <> '' AND r.hidden_at IS NULL
      AND NOT EXISTS (SELECT FROM blocked_pair p WHERE p.member_id = ${viewerId} AND p.partner_id = r.author_id)
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${shownReviews}`.execute(db)
  return rows.map((row) => ({
    id: String(row.id),
    score: row.score,
    description: row.description,
    authorLabel: authorLabel(row),
    postedAt: row.postedAt.toISOString(),
  }))
}
