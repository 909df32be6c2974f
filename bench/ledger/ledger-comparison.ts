import { type Bench, median, percentile, type Verdict } from '#bench/bench.ts'
import { type BenchServer, withBenchServer } from '#bench/shared/postgres.ts'
import { expectSound, fillWallets, payPresents } from './ledger-load.ts'
import { pgbench } from './pgbench.ts'

const runs = 5
const secondsPerRun = 8
/** Before the first run that counts: pages read, plans made, our code compiled. */
const warmUpSeconds = 3

export interface LedgerComparison {
  clients: number
  /** Broadcasters who receive the payments; one is the hot one. */
  payees: number
  reference: {
    name: string
    /** The SQL that makes its table. */
    schema: string
    script: string
  }
  /** Least transfers/s, as a multiple of the reference's transactions/s. */
  barTimes: number
}

/**
 * Payments through the product's batcher against a plain statement of pgbench, on the same server with as
 * many clients. Runs take turns, so that a busy moment of the machine affects both.
 */
export const compareLedger =
  (comparison: LedgerComparison): Bench =>
  (print) =>
    withBenchServer((server) => measure(server, comparison, print))

async function measure(
  { url, database }: BenchServer,
  { clients, payees, reference, barTimes }: LedgerComparison,
  print: (line: string) => void,
): Promise<Verdict> {
  await fillWallets(database, payees)
  await database.sql.unsafe(reference.schema)
  const pay = (seconds: number) => payPresents(database, { clients, payees, seconds })

  let paid = (await pay(warmUpSeconds)).latenciesMs.length
  const referenceRates: number[] = []
  const rates: number[] = []
  for (let run = 1; run <= runs; run++) {
    const referenceRate = await pgbench(url, { script: reference.script, clients, seconds: secondsPerRun })
    const result = await pay(secondsPerRun)
    referenceRates.push(referenceRate)
    rates.push(result.transfersPerSec)
    paid += result.latenciesMs.length
    await expectSound(database, paid)
    print(
      `${run}/${runs}  ${reference.name} ${perSec(referenceRate)}  transfers ${perSec(result.transfersPerSec)}` +
        ` (p50 ${atPercent(result.latenciesMs, 50)}, p99 ${atPercent(result.latenciesMs, 99)})` +
        `  ${(result.transfersPerSec / referenceRate).toFixed(2)}×`,
    )
  }
  print(`${clients} clients, fsync and synchronous_commit on; the ledger was sound after every run`)
  print(`medians: ${reference.name} ${perSec(median(referenceRates))}, transfers ${perSec(median(rates))}`)
  const times = median(rates) / median(referenceRates)
  return { figure: `${times.toFixed(2)}×`, bar: `≥${barTimes}×`, isMet: times >= barTimes }
}

const perSec = (rate: number): string => `${Math.round(rate)}/s`

const atPercent = (values: readonly number[], percent: number): string =>
  `${percentile(values, percent).toFixed(1)} ms`
