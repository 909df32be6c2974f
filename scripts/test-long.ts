/**
 * `npm run test:long`: what `npm test` runs in a short form, in full. Random histories and crashes of the ledger, of live
 * rooms and of earnings, hundreds of midnights, random inputs for every endpoint, the analysis of patterns, a
 * conversation of ten thousand messages in a browser, and the two chaos runs. About 45 minutes; the arguments are those
 * of `vitest run`, instead of all of it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { runCommand } from './run-command.ts'

const longUnits = ['domain/market/transaction.test.ts', 'test/tidy-patterns.test.ts']
const longFiles = [
  'test/api/ledger',
  'test/api/earnings',
  'test/api/live/live-histories',
  'test/api/platform/fuzz',
  'test/api/receipts/checkpoints',
]
const otherRuns = [
  ['scripts/test-e2e.ts', 'test/e2e/chat/chat-history'],
  ['test/chaos/run.ts'],
  ['test/chaos/buying.ts'],
]

process.env.KOYOI_TEST_LENGTH = 'long'
const given = process.argv.slice(2)
const codes = [
  await runCommand('vitest', ['run', '--project', 'api', ...(given.length > 0 ? given : longFiles)]),
]
if (given.length === 0) {
  codes.push(await runCommand('vitest', ['run', '--project', 'unit', '--project', 'tidy', ...longUnits]))
  for (const run of otherRuns) {
    const [code] = await once(spawn(process.execPath, run, { stdio: 'inherit' }), 'close')
    codes.push(code ?? 1)
  }
}
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0
