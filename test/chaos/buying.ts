/**
 * `npm run test:chaos:buying [-- --seed=N] [--buyers=N] [--orders=N] [--kills=N]`: people buy points while the app and
 * its PostgreSQL are killed at random. In the end paid points issued must be the yen captured, by the service's own
 * book too. Exits with 1 when they aren't.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openSandbox } from '#adapters/payments/sandbox.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { surviveLostConnections } from '#server/lifecycle/lost-connections.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { buyAgainAndAgain, makeBuyers } from './buyers.ts'
import { openEnvironment } from './environment.ts'
import { createRandom } from './random.ts'
import { pass, waitFor, within } from './wait-for.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    buyers: { type: 'string', default: '50' },
    orders: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '40' },
  },
})
const [seed, buyerCount, orderCount, kills] = [values.seed, values.buyers, values.orders, values.kills].map(
  Number,
) as [number, number, number, number]
const gapMs = { min: 500, max: 6_000 }
const clearEveryMs = 200
const healthPatienceMs = 60_000
const settlePatienceMs = 60_000
/** A last pause, a recovery, a statement. */
const helpersPatienceMs = 120_000
/** For each of the last questions, and each end of what was started. */
const stepPatienceMs = 90_000

interface Line {
  id: string
  state: string
  captured_yen: number
}

/** What waits for a payment that never left a process that died is given up after two minutes; not a test's. */
const passTwoMinutes = (db: Db) =>
  db
    .updateTable('purchase_order')
    .set((column) => ({
      created_at: column.fn('to_timestamp', [column.val(Date.now() / 1000 - 3_600)]),
      next_check_at: new Date(),
    }))
    .where('state', 'in', ['paying', 'challenge'])
    .execute()

/** Declined cards are these buyers' daily bread: the limits on them would end the test. */
const clearDeclines = (db: Db) =>
  db
    .updateTable('purchase_order')
    .set({ created_at: sql<Date>`created_at - interval '2 days'` })
    .where('state', '=', 'declined')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .execute()
    .catch(() => undefined)

const defectsOf = async (db: Db, dataDir: string, lines: readonly Line[]): Promise<string[]> => {
  const defects = (await checkLedger(db)).map(({ problem, subject }) => `${problem}: ${subject}`)
  const book = await openSandbox({
    journalFile: join(dataDir, 'sandbox-payments.jsonl'),
    signatureKey: new Uint8Array(32),
    deliver: async () => undefined,
  })
  for (const line of lines) {
    const record = await book.find({ orderId: line.id })
    const takenYen = record.state === 'captured' ? record.amountYen : 0
    if (takenYen !== line.captured_yen)
      defects.push(`order ${line.id} (${line.state}): ${takenYen} yen taken, ${line.captured_yen} known`)
    if (line.state === 'paying' || line.state === 'challenge')
      defects.push(`order ${line.id} is still ${line.state}`)
  }
  await book.stop()
  return defects
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

surviveLostConnections(createLog('silent'))
const random = createRandom(seed)
const folder = await mkdtemp(join(tmpdir(), 'koyoi-buying-'))
const stage = await openEnvironment({ folder, apps: 1, random })
const [app] = stage.apps
if (!app) throw new Error('no app')
const database = openDatabase(stage.databaseUrl, { maxConnections: 4 })
const buyers = await within('the buyers are written', stepPatienceMs, makeBuyers(database.db, buyerCount))
let killed = 0
let isBuying = true
const killing = (async () => {
  while (isBuying && killed < kills) {
    await pass(random.between(gapMs.min, gapMs.max))
    if (app.kill() !== undefined) killed += 1
    await app.untilHealthy(healthPatienceMs)
  }
})()
const clearing = (async () => {
  while (isBuying) {
    await clearDeclines(database.db)
    await pass(clearEveryMs)
  }
})()
const startedAt = performance.now()
const unseen = await Promise.all(
  buyers.map((buyer, index) =>
    buyAgainAndAgain(stage.origin, buyer, Math.ceil(orderCount / buyerCount), createRandom(seed + index)),
  ),
)
isBuying = false
await within('kills and clearing end', helpersPatienceMs, Promise.all([killing, clearing]))
await app.untilHealthy(healthPatienceMs)
const seconds = (performance.now() - startedAt) / 1000
await waitFor(async () => {
  await passTwoMinutes(database.db)
  await pass(1_000)
  const open = await database.sql`select 1 from purchase_order where state in ('paying', 'challenge')`
  return open.length === 0
}, settlePatienceMs)
const lines = await within(
  'the orders are read',
  stepPatienceMs,
  database.sql<Line[]>`select id, state, captured_yen from purchase_order`,
)
const [sums] = await database.sql<{ captured: number; issued: number }[]>`
  select (select coalesce(sum(captured_yen), 0)::bigint from purchase_order) as captured,
    (select coalesce(sum(amount), 0)::bigint from transfer where purpose = 'purchase') as issued`
const defects = await within(
  'the books are compared',
  stepPatienceMs,
  defectsOf(database.db, app.dataDir, lines),
)
if (sums?.captured !== sums?.issued)
  defects.push(`${sums?.captured} yen captured, ${sums?.issued} points issued`)
await within('the connections close', stepPatienceMs, database.close())
await within('the app stops', stepPatienceMs, stage.close())
print(
  `seed ${seed}: ${lines.length} orders of ${buyers.length} buyers in ${seconds.toFixed(0)} s, ${killed} kills`,
)
print(
  `${sums?.captured} yen captured, ${sums?.issued} paid points issued, ${unseen.flat().length} ends not seen`,
)
for (const defect of [...defects, ...app.surprises]) print(`DEFECT ${defect}`)
const isWell = defects.length === 0 && app.surprises.length === 0
if (isWell) await rm(folder, { recursive: true, force: true })
else print(`what was left: ${folder}`)
process.exit(isWell ? 0 : 1)
