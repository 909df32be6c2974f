import type { Context } from '#server/context.ts'

/** An ended sign-in stays this long, so that a question about a line of the audit log can still be answered. */
const endedSessionKeptMs = 90 * 24 * 60 * 60_000

/** Nightly: deletes the operators' sign-ins that ended long ago, with their addresses. */
export const deleteOldOperatorSessions = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await db
    .deleteFrom('operator_session')
    .where('ends_at', '<', new Date(now() - endedSessionKeptMs))
    .execute()
}
