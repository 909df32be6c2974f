import { sql } from 'kysely'
import type { Profile } from '#contract/people/people.ts'
import { answerRatePercent, type CallTally, shownCallFigures } from '#domain/people/figures.ts'
import { canCall, canSee } from '#domain/people/visibility.ts'
import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { ringOutcomes } from './answer-rate.ts'
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
  const seenBy = viewer && { id: viewer.memberId, role: viewer.role }
  if (!row || !canSee(seenBy, row)) return null

  const isBroadcaster = row.role === 'broadcaster'
  const [rings, scoreCounts, tally] = isBroadcaster
    ? await Promise.all([ringOutcomes(db, memberId), countScores(db, memberId), callTally(db, memberId)])
    : [[], [0, 0, 0, 0, 0], noCalls]
  return {
    ...cardOf(row),
    job: row.job,
    bio: row.bio,
    standbySince: row.state === 'standby' ? (row.standbySince?.toISOString() ?? null) : null,
    schedule: row.schedule,
    bookmarkCount: row.bookmarkCount,
    answerRatePercent: answerRatePercent(rings),
    callFigures: shownCallFigures(tally),
    scoreCounts,
    callable: canCall(seenBy, row),
  }
}

const noCalls: CallTally = { calls: 0, callers: 0, repeatCallers: 0 }

const callTally = async (db: Db, memberId: string): Promise<CallTally> => {
  const { rows } = await sql<CallTally>`
    SELECT calls, callers, repeat_callers AS "repeatCallers" FROM call_figures
    WHERE broadcaster_id = ${memberId}`.execute(db)
  return rows[0] ?? noCalls
}

const countScores = async (db: Db, memberId: string): Promise<number[]> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(review.id)::int AS count FROM generate_series(1, 5) AS given (score)
    LEFT JOIN review ON review.target_id = ${memberId} AND review.score = given.score AND review.hidden_at IS NULL
    GROUP BY given.score ORDER BY given.score`.execute(db)
  return rows.map((row) => row.count)
}
