import type { Context } from '#server/context.ts'

/** An ended session is stored this long, to answer questions about lines of the audit log. */
const endedSessionKeptMs = 90 * 24 * 60 * 60_000

/** Runs each night: deletes the operators' sessions that ended long ago, with their addresses. */
export const deleteOldOperatorSessions = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await db
    .deleteFrom('operator_session')
    .where('ends_at', '<', new Date(now() - endedSessionKeptMs))
    .execute()
}
