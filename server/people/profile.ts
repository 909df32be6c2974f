import { sql } from 'kysely'
import type { Profile } from '#contract/people/people.ts'
import { answerRatePercent } from '#domain/people/figures.ts'
import { canCall, canSee } from '#domain/people/visibility.ts'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { answerRate } from './answer-rate.ts'
import { type CardRow, cardColumns, cardOf, isBlocked } from './queries.ts'

interface ProfileRow extends CardRow {
  job: string | null
  bio: string
  standbySince: Date | null
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
    SELECT ${cardColumns}, CASE WHEN b.member_id IS NULL THEN c.job ELSE b.job END AS job, coalesce(b.bio, c.bio, '') AS bio, b.standby_since AS "standbySince",
      (SELECT count(*)::int FROM bookmark fan WHERE fan.partner_id = m.id) AS "bookmarkCount"
    FROM member m
    LEFT JOIN broadcaster b ON b.member_id = m.id
    LEFT JOIN caller_profile c ON c.member_id = m.id
    LEFT JOIN member_state s ON s.member_id = m.id
    LEFT JOIN call_seat seat ON seat.member_id = m.id
    LEFT JOIN bookmark k ON k.partner_id = m.id AND k.member_id = ${viewerId}
    WHERE m.id = ${memberId} AND NOT ${isBlocked(viewerId)}`.execute(db)
  const row = rows[0]
  const asking = viewer && { id: viewer.memberId, role: viewer.role }
  if (!row || !canSee(asking, row)) return null

  const isBroadcaster = row.role === 'broadcaster'
  const [tally, scoreCounts] = isBroadcaster
    ? await Promise.all([answerRate(db, memberId), countScores(db, memberId)])
    : [null, [0, 0, 0, 0, 0]]
  return {
    ...cardOf(row),
    job: row.job,
    bio: row.bio,
    standbySince: row.state === 'standby' ? (row.standbySince?.toISOString() ?? null) : null,
    schedule: row.schedule,
    bookmarkCount: row.bookmarkCount,
    answerRatePercent: tally && answerRatePercent(tally),
    scoreCounts,
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
