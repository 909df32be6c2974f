import { sql } from 'kysely'
import { defaultRates } from '#contract/calls/calls.ts'
import { nearestRate } from '#domain/people/rates.ts'
import type { Tx } from '#server/db/database.ts'
import { rateBoundsOf } from '../rate-bounds.ts'

/**
 * The initial profile of a new broadcaster: the usual rates within the operators' bounds, standby off, and
 * the texts of the caller's profile. A former broadcaster keeps the former settings.
 */
export const addBroadcaster = async (tx: Tx, memberId: string, approvedAt: Date): Promise<void> => {
  const bounds = await rateBoundsOf(tx)
  const video = nearestRate(defaultRates.video, bounds.video)
  const voice = nearestRate(defaultRates.voice, bounds.voice)
  await sql`
    INSERT INTO broadcaster (member_id, job, bio, tags, rate_video, rate_voice, approved_at)
    SELECT ${memberId}, c.job, coalesce(c.bio, ''), coalesce(c.tags, '{}'), ${video}::int, ${voice}::int,
      ${approvedAt}::timestamptz
    FROM (VALUES (${memberId})) AS approved (id) LEFT JOIN caller_profile c ON c.member_id = approved.id
    ON CONFLICT (member_id) DO NOTHING`.execute(tx)
}
