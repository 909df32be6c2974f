import { sql } from 'kysely'
import type { TrialBalanceLine } from '../../contract/operator-ledger.ts'
import type { Db, Tx } from '../db/database.ts'

export interface LedgerDefect {
  problem: string
  subject: string
}

const defectsMax = 1_000
/** Each of its statements may take as long as sealing a day of millions; the app's others may not. */
const checkTimeoutMs = 600_000

/**
 * What is wrong with the ledger, at most 1,000 lines of it; empty when nothing is. Throws when it couldn't be checked.
 * The transaction keeps the longer timeout.
 */
export async function checkLedger(db: Db | Tx): Promise<LedgerDefect[]> {
  if (!db.isTransaction) return db.transaction().execute(checkLedger)
  // It reads whole tables. Before their statistics are fresh the planner would look rows up one by one, for minutes.
  await sql`set local enable_nestloop = off`.execute(db)
  await sql`set local statement_timeout = ${sql.lit(checkTimeoutMs)}`.execute(db)
  const { rows: defects } = await sql<LedgerDefect>`
    select problem, subject from ledger_check union all select problem, subject from seal_check
    union all select problem, subject from chat_unseal_check
    union all select problem, subject from ledger_forfeiture_check
    limit ${sql.lit(defectsMax)}`.execute(db)
  const sealed = await db.selectFrom('day_seal').select('day').orderBy('day').execute()
  for (const { day } of sealed) {
    const { rows } =
      await sql<LedgerDefect>`select problem, subject from seal_day_check(${day}::date)`.execute(db)
    defects.push(...rows)
  }
  return defects.slice(0, defectsMax)
}

/** What all accounts of a kind have, by their entries and by their balances, in the order of the ledger's kinds. */
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
