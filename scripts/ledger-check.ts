/** `npm run ledger:check`: prints every defect of the ledger and its checkpoints, beside a running app or without one. */
import { readConfig } from '#server/config/config.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { printFailure } from './run-app.ts'
import { withDatabase } from './with-database.ts'

try {
  const defects = await withDatabase(readConfig(process.env), ({ db }) => checkLedger(db))
  for (const { problem, subject } of defects) console.log(`${problem}: ${subject}`)
  console.log(
    defects.length === 0 ? '台帳に問題はありません。' : `台帳に ${defects.length} 件の問題があります。`,
  )
  process.exitCode = defects.length === 0 ? 0 : 1
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}
