import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/** Notifications are kept for so long. Days. */
const keptDays = 90
/** Rows of one statement, and statements of one run; the next run goes on. */
const rowsAtOnce = 1_000
const roundsMax = 200

/**
 * Deletes notifications that are older than 90 days, and what kept them from being added twice, except where that is for ever.
 *
 * @returns how many rows
 */
export const deleteOldNotices = async ({ db }: Pick<Context, 'db'>): Promise<number> => {
  let deleted = 0
  for (let round = 0; round < roundsMax; round += 1) {
    const notices = await sql`
      delete from member_notice where ctid in (
        select ctid from member_notice where created_at < now() - make_interval(days => ${keptDays})
        order by created_at limit ${rowsAtOnce})`.execute(db)
    const guards = await sql`
      delete from member_notice_once where ctid in (
        select ctid from member_notice_once where created_at < now() - make_interval(days => ${keptDays})
        order by created_at limit ${rowsAtOnce})`.execute(db)
    const [some, others] = [Number(notices.numAffectedRows ?? 0), Number(guards.numAffectedRows ?? 0)]
    deleted += some + others
    if (some < rowsAtOnce && others < rowsAtOnce) return deleted
  }
  return deleted
}
