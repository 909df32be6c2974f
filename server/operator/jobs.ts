import type { Context } from '../context.ts'
import { dayLateToSeal } from '../points/seals.ts'
import { runLedgerCheck } from './ledger-checks.ts'
import { raiseNotice } from './raise-notice.ts'

/** An ended sign-in stays this long, so that a question about a line of the audit log can still be answered. */
const endedSessionKeptMs = 90 * 24 * 60 * 60_000

/** Nightly: an operator must hear of a ledger that doesn't add up, and of days that nobody seals. */
export const checkLedgerNightly = async ({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> => {
  const { defects } = await db.transaction().execute((tx) => runLedgerCheck(tx, null))
  for (const defect of defects) log.error('ledger-defect', { ...defect })
  const day = await dayLateToSeal(db)
  if (day !== null)
    await raiseNotice(db, { kind: 'sealLate', subject: day, text: `${day} の取引がまだ封印されていません。` })
}

/** Nightly: forgets sign-ins of operators that are long over, with their addresses. */
export const forgetOldOperatorSessions = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await db
    .deleteFrom('operator_session')
    .where('ends_at', '<', new Date(now() - endedSessionKeptMs))
    .execute()
}
