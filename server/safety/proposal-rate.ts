import { sql } from 'kysely'
import type { Refusal } from '#contract/core/refusal.ts'
import { decideProposalRate, type EarlierProposals, proposalWindowMs } from '#domain/safety/proposal-rate.ts'
import type { Tx } from '#server/db/database.ts'

interface ProposalFacts extends EarlierProposals {
  nowMs: number
}

/**
 * Whether a caller may send one more proposal of this kind to a broadcaster, by the database's clock. The caller of this
 * function holds the lock under which proposals of this caller are inserted.
 */
export const proposalRateDecision = async (
  tx: Tx,
  table: 'booking' | 'gallery_request',
  callerId: string,
  broadcasterId: string,
): Promise<null | Refusal<'proposalTooOften'>> => {
  const { rows } = await sql<ProposalFacts>`
    with earlier as materialized (
      select extract(epoch from created_at)::float8 * 1000 as at, broadcaster_id from ${sql.table(table)}
      where caller_id = ${callerId}
        and created_at > clock_timestamp() - make_interval(secs => ${proposalWindowMs / 1000}))
    select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs",
      array(select at from earlier) as "atMs",
      array(select at from earlier where broadcaster_id = ${broadcasterId}) as "toPartnerAtMs"`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('the database told no time')
  return decideProposalRate(facts, facts.nowMs)
}
