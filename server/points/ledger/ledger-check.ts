import { sql } from 'kysely'
import type { TrialBalanceLine } from '#contract/points/operator/ledger.ts'
import type { Db, Tx } from '#server/db/database.ts'

export interface LedgerDefect {
  problem: string
  subject: string
}

const defectsMax = 1_000
/**
 * Each of its statements may take as long as the checkpoint of a day of millions; the app's other statements
 * may not.
 */
const checkTimeoutMs = 600_000

/**
 * The ledger's defects, at most 1,000; empty when nothing is wrong. Throws when it couldn't be checked. The
 * transaction keeps the longer timeout.
 */
export async function checkLedger(db: Db | Tx): Promise<LedgerDefect[]> {
  if (!db.isTransaction) return db.transaction().execute(checkLedger)
  return checkLedgerBy(async (text) => (await sql.raw<never>(text).execute(db)).rows)
}

/** The same in the caller's transaction. */
export async function checkLedgerBy(
  query: (text: string) => PromiseLike<readonly object[]>,
): Promise<LedgerDefect[]> {
  // It reads whole tables. Before their statistics are fresh the planner would look up row by row, for
  // minutes.
  await query('set local enable_nestloop = off')
  await query(`set local statement_timeout = ${checkTimeoutMs}`)
  const defects = [
    ...(await query(`
      select problem, subject from ledger_check union all select problem, subject from checkpoint_chain_check
      union all select problem, subject from paid_image_check
      union all select problem, subject from gallery_purchase_check
      union all select problem, subject from chat_price_check
      union all select problem, subject from ledger_forfeiture_check
      limit ${defectsMax}`)),
  ] as LedgerDefect[]
  const days = (await query('select day::text from daily_checkpoint order by day')) as readonly {
    day: string
  }[]
  for (const { day } of days) {
    const found = await query(`select problem, subject from daily_checkpoint_check('${day}'::date)`)
    defects.push(...(found as readonly LedgerDefect[]))
  }
  return defects.slice(0, defectsMax)
}

/**
 * What all accounts of a kind have, by their entries and by their balances, in the order of the ledger's
 * kinds.
 */
export async function trialBalance(db: Db | Tx): Promise<TrialBalanceLine[]> {
  const { rows } = await sql<TrialBalanceLine>`
    select a.kind, count(*)::int as accounts, coalesce(sum(e.amount), 0)::bigint as entries,
      sum(a.balance)::bigint as balances, sum(a.held)::bigint as held
    from account a
    left join (select account_id, sum(amount) as amount from entry group by account_id) e on e.account_id = a.id
    group by a.kind
    order by a.kind`.execute(db)
  return rows
}
