import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isQuitFinal } from '#domain/privacy/deactivation.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { OpenedSession } from '#server/members/actions/open-session.ts'
import { rotateSession } from '#server/members/actions/rotate-session.ts'
import type { Viewer } from '#server/members/sessions.ts'

/**
 * Reactivates an account: name, portrait and role return, and with them everything that was hidden. The
 * session, which could do nothing else before, is rotated. A broadcaster is off standby until they switch it
 * on.
 */
export const reactivateAccount = async (
  context: Context,
  { memberId, sessionKey }: Viewer,
): Promise<OpenedSession | Refusal<'quitFinal' | 'forbidden'>> => {
  const opened = await inTransaction<OpenedSession | Refusal<'quitFinal' | 'forbidden'>>(
    context.db,
    async (tx) => {
      const member = await tx
        .selectFrom('member')
        .select('quit_at')
        .where('id', '=', memberId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      // Another device of the member was quicker: the sessions are read again within a minute.
      if (!member.quit_at) return (await rotateSession(context, tx, sessionKey)) ?? refuse('forbidden')
      const stored = await tx
        .deleteFrom('account_closure')
        .where('member_id', '=', memberId)
        .where('erasing_since', 'is', null)
        .returning(['role', 'name', 'avatar_id'])
        .executeTakeFirst()
      if (!stored?.role || stored.name === null || isQuitFinal(member.quit_at.getTime(), context.now()))
        return refuse('quitFinal')
      await tx
        .updateTable('member')
        .set({ role: stored.role, name: stored.name, avatar_id: stored.avatar_id, quit_at: null })
        .where('id', '=', memberId)
        .execute()
      return (await rotateSession(context, tx, sessionKey)) ?? refuse('forbidden')
    },
  )
  context.sessions.evict(sessionKey)
  return opened
}
