import type { Context } from '#server/context.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { dayOverdueForCheckpoint } from '../checkpoints.ts'
import { runLedgerCheck } from './ledger-checks.ts'

type Checking = Pick<Context, 'db' | 'log'>

/**
 * Nightly: alerts the operators to a ledger that doesn't add up, a check that didn't finish, and days without
 * a checkpoint.
 */
export const checkLedgerNightly = async ({ db, log }: Checking): Promise<void> => {
  await checkLedger({ db, log }).catch(async (error: unknown) => {
    log.error('ledger-not-checked', { error })
    const text = '台帳の検査が途中で止まりました。「台帳の状態」から、もう一度検査してください。'
    await raiseAlert(db, { kind: 'ledgerUnchecked', subject: 'ledger', text })
  })
  const day = await dayOverdueForCheckpoint(db)
  if (day !== null)
    await raiseAlert(db, {
      kind: 'checkpointLate',
      subject: day,
      text: `${day} の取引がまだ確定されていません。`,
    })
}

const checkLedger = async ({ db, log }: Checking): Promise<void> => {
  const { defects } = await db.transaction().execute((tx) => runLedgerCheck(tx, null))
  for (const defect of defects) log.error('ledger-defect', { ...defect })
}
