import { sql } from 'kysely'
import type { LedgerCheck } from '#contract/points/operator/ledger.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { checkLedger, type LedgerDefect } from '../ledger/ledger-check.ts'

/** How many defects of a check are stored with their texts; the rest is counted. */
const keptDefects = 50
const latestChecks = 14

/** Checks the ledger, stores the result, and alerts the operators to defects. */
export const runLedgerCheck = async (
  tx: Tx,
  runBy: number | null,
): Promise<{ checkId: number; defects: LedgerDefect[] }> => {
  const startedAt = performance.now()
  const defects = await checkLedger(tx)
  const { id } = await tx
    .insertInto('operator_ledger_check')
    .values({
      run_by: runBy,
      took_ms: Math.round(performance.now() - startedAt),
      defects: defects.length,
      first_defects: defects.slice(0, keptDefects).map(({ problem, subject }) => ({ problem, subject })),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [first] = defects
  if (first) {
    await raiseAlert(tx, {
      kind: 'ledgerDefect',
      subject: 'ledger',
      text: `台帳の検査で${defects.length}件の問題が見つかりました（例: ${first.problem}, ${first.subject}）。`,
    })
  }
  return { checkId: id, defects }
}

export interface LastLedgerCheck {
  defects: number
  ageSec: number
}

/** The newest check that finished, by a job or by an operator. */
export const lastLedgerCheck = async (db: Db): Promise<LastLedgerCheck | null> => {
  const row = await db
    .selectFrom('operator_ledger_check')
    .select('defects')
    .select(sql<number>`extract(epoch from now() - checked_at)::float8`.as('ageSec'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The latest checks, newest first. */
export const ledgerChecks = async (db: Db | Tx, limit = latestChecks): Promise<LedgerCheck[]> => {
  const rows = await db
    .selectFrom('operator_ledger_check as c')
    .leftJoin('operator as o', 'o.id', 'c.run_by')
    .select(['c.checked_at', 'c.took_ms', 'c.defects', 'o.mail'])
    .select(sql<LedgerDefect[]>`c.first_defects`.as('firstDefects'))
    .orderBy('c.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    checkedAt: row.checked_at.toISOString(),
    tookMs: row.took_ms,
    runBy: row.mail,
    defects: row.defects,
    firstDefects: row.firstDefects,
  }))
}
