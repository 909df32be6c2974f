import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/**
 * Frees the seats of calls that have ended. An end frees its own seats in its transaction, so there are none; a member with
 * one could neither call nor leave. Each one found is logged as an error.
 */
export const freeOrphanSeats = async (context: Pick<Context, 'db' | 'log'>): Promise<void> => {
  const { rows } = await sql<{ memberId: string; callId: string }>`
    delete from call_seat s using call c where c.id = s.call_id and c.phase = 'ended'
    returning s.member_id as "memberId", s.call_id as "callId"`.execute(context.db)
  for (const seat of rows) context.log.error('seat-of-ended-call', seat)
}
