import { sql } from 'kysely'
import type { CallRole } from '#contract/calls/calls.ts'
import type { Context } from '#server/context.ts'
import { applyEvent } from './actions/apply-event.ts'

/**
 * Ends rings and calls of two members one of whom has blocked the other, as if the blocker had hung up. A block does that
 * itself, after it is stored; this finds what it missed because its process died in between.
 */
export const endCallsAcrossBlocks = async (context: Context): Promise<void> => {
  const { rows } = await sql<{ callId: string; by: CallRole }>`
    select c.id as "callId", b.by from call c cross join lateral (
      select 'caller' as by from blocked_pair o where o.is_own and o.member_id = c.caller_id and o.partner_id = c.broadcaster_id
      union all
      select 'broadcaster' from blocked_pair o where o.is_own and o.member_id = c.broadcaster_id and o.partner_id = c.caller_id
      limit 1) b
    where c.phase <> 'ended'`.execute(context.db)
  for (const { callId, by } of rows)
    await applyEvent(context, callId, { type: 'hangUp', by }).catch((error: unknown) =>
      context.log.error('call-across-block-not-ended', { callId, error }),
    )
}
