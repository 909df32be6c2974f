import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Db, Tx } from '../db/database.ts'
import { raiseNotice } from '../operator/raise-notice.ts'
import { oneRow } from './row.ts'
import { dayLateToSeal } from './seals.ts'

const accountsPerTransaction = 200
const holdsPerTransaction = 200

/** Nightly: posts every due expiry (each command also does so for its own wallet). Returns the points that expired. */
export async function expireLots(db: Db): Promise<number> {
  let total = 0
  let afterId = 0
  for (;;) {
    const row = await oneRow(
      db,
      sql<{ last_id: number; accounts: number; points: number }>`
        select * from expire_lots(${afterId}, ${accountsPerTransaction})`,
    )
    total += row.points
    afterId = row.last_id
    if (row.accounts < accountsPerTransaction) return total
  }
}

/** Every minute: releases holds past their expiry. Returns how many. */
export async function releaseExpiredHolds(db: Db): Promise<number> {
  let total = 0
  for (;;) {
    const row = await oneRow(
      db,
      sql<{ holds: number }>`select release_expired_holds(${holdsPerTransaction}) as holds`,
    )
    total += row.holds
    if (row.holds < holdsPerTransaction) return total
  }
}

export interface LedgerDefect {
  problem: string
  subject: string
}

/** What is wrong with the ledger, at most 1,000 lines of it; empty when nothing is. */
export async function checkLedger(db: Db | Tx): Promise<LedgerDefect[]> {
  if (!db.isTransaction) return db.transaction().execute(checkLedger)
  // It reads whole tables. Before their statistics are fresh the planner would look rows up one by one, for minutes.
  await sql`set local enable_nestloop = off`.execute(db)
  const { rows } = await sql<LedgerDefect>`
    select problem, subject from ledger_check union all select problem, subject from seal_check limit 1000`.execute(
    db,
  )
  return rows
}

/** Nightly: an operator must hear of a ledger that doesn't add up, and of days that nobody seals. */
export async function reportLedgerDefects({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const defects = await checkLedger(db)
  for (const defect of defects) log.error('ledger-defect', { ...defect })
  const [first] = defects
  if (first) {
    await raiseNotice(db, {
      kind: 'ledgerDefect',
      subject: 'nightly',
      text: `台帳の確認で${defects.length}件の問題が見つかりました（例: ${first.problem}, ${first.subject}）。`,
    })
  }
  const day = await dayLateToSeal(db)
  if (day !== null)
    await raiseNotice(db, { kind: 'sealLate', subject: day, text: `${day} の取引がまだ封印されていません。` })
}
