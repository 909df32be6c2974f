import { sql } from 'kysely'
import { defaultRates } from '../../../contract/calls.ts'
import { rateWithin } from '../../../domain/people/rates.ts'
import type { Tx } from '../../db/database.ts'
import { rateBoundsOf } from '../rate-bounds.ts'

/**
 * What a fresh broadcaster shows: the usual prices, as far as the operators' bounds let them be, off standby, and nothing
 * about herself yet. Who had been one before keeps what she had.
 */
export const addBroadcasterWithin = async (tx: Tx, memberId: string, approvedAt: Date): Promise<void> => {
  const bounds = await rateBoundsOf(tx)
  const video = rateWithin(defaultRates.video, bounds.video)
  const voice = rateWithin(defaultRates.voice, bounds.voice)
  await sql`
    INSERT INTO broadcaster (member_id, rate_video, rate_voice, approved_at)
    VALUES (${memberId}, ${video}, ${voice}, ${approvedAt})
    ON CONFLICT (member_id) DO NOTHING`.execute(tx)
}
