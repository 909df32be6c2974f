import { isRefusal } from '#contract/core/refusal.ts'
import type { Database } from '#server/db/database.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { createSpendBatcher, type SpendBatcher } from '#server/points/ledger/spend-batcher.ts'

/** Callers with points; the lots of each are spent in turn, so payments cross from one lot to the next. */
const payerCount = 10_000
const smallLotPoints = 2_000
const smallLots = 3
/** Never used up within a run. */
const lastLotPoints = 100_000_000
/** A payment costs up to this much; payments within one lot and across lots are both common. */
const paymentPointsMax = 500

const payerId = (index: number): string => `${100_000 + index}`
const payeeId = (index: number): string => `${200_000 + index}`

/** Members, and wallets filled by the product's own grants: free and paid lots with different expiries. */
export async function fillWallets({ sql }: Database, payeeCount: number): Promise<void> {
  await sql`
    insert into member (id, name, role)
    select n::text, n::text, case when n < 200000 then 'caller' else 'broadcaster' end
    from (
      select generate_series(100000, 100000 + ${payerCount}::int - 1)
      union all select generate_series(200000, 200000 + ${payeeCount}::int - 1)
    ) m (n)`
  await sql`
    select count(*) from generate_series(100000, 100000 + ${payerCount}::int - 1) n, generate_series(0, ${smallLots}::int) l,
      lateral grant_points(
        'grant:' || n || ':' || l, n::text,
        case when l < ${smallLots}::int then ${smallLotPoints}::bigint else ${lastLotPoints}::bigint end,
        case when l = 0 then 'free' else 'paid' end::lot_kind, make_interval(days => 30 + l), 'demo', null)`
  await sql`vacuum analyze`
}

export interface LoadPlan {
  clients: number
  payees: number
  seconds: number
}

export interface LoadResult {
  transfersPerSec: number
  latenciesMs: number[]
}

/**
 * Clients who make one payment after the other, each from a random caller to a random broadcaster, through
 * the batcher. Throws when a payment is refused or answered as a repeat.
 */
export async function payPresents(database: Database, plan: LoadPlan): Promise<LoadResult> {
  const batcher = createSpendBatcher(database.sql)
  const run = `${process.hrtime.bigint()}`
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + plan.seconds * 1_000
  await Promise.all(
    Array.from({ length: plan.clients }, async (_, client) => {
      for (let turn = 0; performance.now() < endsAt; turn++) {
        const sentAt = performance.now()
        await payOne(batcher, plan, `${run}-${client}-${turn}`)
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  return { transfersPerSec: (latenciesMs.length * 1_000) / (performance.now() - startedAt), latenciesMs }
}

async function payOne(batcher: SpendBatcher, { payees }: LoadPlan, key: string): Promise<void> {
  const answer = await batcher.spend({
    key,
    payerId: payerId(below(payerCount)),
    payeeId: payeeId(below(payees)),
    points: 1 + below(paymentPointsMax),
    purpose: 'present',
    reference: key,
  })
  if (isRefusal(answer) || answer.isRepeat) throw new Error(`payment ${key}: ${JSON.stringify(answer)}`)
}

const below = (end: number): number => Math.floor(Math.random() * end)

/** After a run: as many transfers as were answered, and no defect in the nightly check. */
export async function expectSound({ db, sql }: Database, paid: number): Promise<void> {
  const [row] = await sql<{ count: number }[]>`select count(*) from transfer where kind = 'spend'`
  if (row?.count !== paid) throw new Error(`${paid} payments were answered, ${row?.count} are there`)
  const defects = await checkLedger(db)
  if (defects.length > 0) throw new Error(`the ledger is damaged: ${JSON.stringify(defects.slice(0, 5))}`)
}
