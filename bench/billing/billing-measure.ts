import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { percentile, type Verdict } from '#bench/bench.ts'
import type { BenchServer } from '#bench/shared/postgres.ts'
import type { Database } from '#server/db/database.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { settleMeter } from '#server/points/metering/metering.ts'
import {
  chargedMs,
  connectCalls,
  pointsFor,
  type RunningCall,
  reportCalls,
  startCall,
} from './billing-calls.ts'

const callCount = 2_000
const billerCount = 3
const mediaNodeCount = 2
/** server/calls/media/meter-loop.ts: each node reports in one statement this often. */
const reportEveryMs = 6_000
/** Calls begin at any moment; by the end the first are in their third minute. */
const startsWithinMs = 45_000
const runMs = 150_000
const killAfterMs = 90_000

/**
 * Charges 2,000 running calls by three processes, of which one is killed while it works. A trigger of the benchmark
 * measures in the database how late a call is charged.
 *
 * @param of calls with a broadcaster each, or visits of one live room, which all pay the same broadcaster
 */
export const measureBilling = async (
  { url, database }: BenchServer,
  print: (line: string) => void,
  { of, latenessBarMs }: { of: 'calls' | 'visits'; latenessBarMs: number },
): Promise<Verdict> => {
  const calls = await connectCalls(database, callCount, of)
  await watchLateness(database)
  const billers = Array.from({ length: billerCount }, (_, index) => startBiller(url, `biller ${index + 1}`))
  let stalls = 0
  try {
    const isOver = AbortSignal.timeout(runMs)
    const nodes = Array.from({ length: mediaNodeCount }, async (_, node) => {
      const ours = calls.filter((__, index) => index % mediaNodeCount === node)
      for await (const _tick of ticks(reportEveryMs, isOver)) stalls += await reportCalls(database, ours)
    })
    const starts = calls.map(async (call) => {
      await pause(Math.random() * startsWithinMs)
      await startCall(database, call)
    })
    const kill = pause(killAfterMs).then(async () => {
      const victim = billers.shift()
      if (victim) await killInRound(victim)
      billers.push(startBiller(url, `successor`))
      print(`a biller was killed in the midst of a round; its successor has started`)
    })
    await Promise.all([...nodes, ...starts, kill])
  } finally {
    await Promise.all(billers.map(stopBiller))
  }
  const lateness = await latenessOf(database, print)
  await settleAll(database, calls, print)
  if (stalls > 0) throw new Error(`${stalls} times a call stood still although its payer had points`)
  const p99 = percentile(lateness, 99)
  return { figure: `${p99.toFixed(0)}ms`, bar: `<${latenessBarMs}ms`, isMet: p99 < latenessBarMs }
}

/** Records each look at a meter: when it was due, when it was charged, and by which process. */
async function watchLateness({ sql }: Database): Promise<void> {
  await sql.unsafe(`
    create table bench_look (
      call_id text not null, due_at timestamptz not null,
      charged_at timestamptz not null default clock_timestamp(),
      biller text not null default current_setting('application_name')
    );
    create function note_look() returns trigger language plpgsql as $$
    begin
      insert into bench_look (call_id, due_at) values (old.call_id, old.next_due_at);
      return null;
    end $$;
    create trigger note_look after update on meter for each row
      when (old.next_due_at is not null and old.next_due_at is distinct from new.next_due_at)
      execute function note_look();`)
}

async function latenessOf({ sql }: Database, print: (line: string) => void): Promise<number[]> {
  const looks = await sql<{ ms: number; biller: string }[]>`
    select (extract(epoch from charged_at - due_at) * 1000)::float8 as ms, biller from bench_look`
  const lateness = looks.map(({ ms }) => ms)
  const at = (percent: number) => `p${percent} ${percentile(lateness, percent).toFixed(0)} ms`
  print(
    `${looks.length} looks at ${callCount} calls: lateness ${at(50)}, ${at(99)}, ${at(100).replace('p100', 'most')}`,
  )
  const byBiller = Object.entries(Object.groupBy(looks, ({ biller }) => biller))
  print(
    byBiller
      .map(([biller, theirs]) => `${biller}: ${theirs?.length ?? 0}`)
      .sort()
      .join(', '),
  )
  return lateness
}

/** Ends every call and compares the charge with the clock. Throws at the first difference. */
async function settleAll(
  { db, sql }: Database,
  calls: readonly RunningCall[],
  print: (line: string) => void,
): Promise<void> {
  const expected = { points: 0, intervals: 0 }
  for (const call of calls) {
    const final = chargedMs(call)
    const points = pointsFor(call, final)
    const settled = await db
      .transaction()
      .execute((tx) => settleMeter(tx, call.id, { chargedMs: final, connectedMs: final }))
    if (settled?.points !== points)
      throw new Error(`call ${call.id}: ${settled?.points} for ${points} points`)
    expected.points += points
    expected.intervals += points / (call.ratePointsPerMin / 10)
  }
  const [sums] = await sql<
    { paid: number; received: number; intervals: number; distinct: number; charges: number; keys: number }[]
  >`
    select
      (select sum(amount)::bigint from transfer where kind = 'capture') as paid,
      (select sum(e.amount)::bigint from entry e join transfer t on t.id = e.transfer_id
        where t.kind = 'capture' and e.amount > 0) as received,
      (select sum(end_increment - first_increment)::bigint from meter_charge) as intervals,
      (select count(distinct (c.call_id, i)) from meter_charge c,
        generate_series(c.first_increment, c.end_increment - 1) i) as distinct,
      (select count(*) from transfer where kind = 'capture') as charges,
      (select count(distinct idem) from transfer where kind = 'capture') as keys`
  print(
    `${sums?.intervals} intervals, ${sums?.distinct} distinct, in ${sums?.charges} charges with ${sums?.keys} keys; ` +
      `${sums?.paid} points paid, ${sums?.received} received, ${expected.points} expected`,
  )
  if (sums?.paid !== expected.points || sums.received !== expected.points)
    throw new Error('money was lost or made')
  if (sums.intervals !== expected.intervals) throw new Error(`${expected.intervals} intervals were used`)
  if (sums.intervals !== sums.distinct || sums.charges !== sums.keys) throw new Error('charged twice')
  const defects = await checkLedger(db)
  if (defects.length > 0) throw new Error(`the ledger is damaged: ${JSON.stringify(defects.slice(0, 5))}`)
}

function startBiller(url: string, name: string): ChildProcess {
  const file = fileURLToPath(new URL('./billing-biller.ts', import.meta.url))
  return fork(file, [url, name], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function killInRound(biller: ChildProcess): Promise<void> {
  await once(biller, 'message')
  biller.kill('SIGKILL')
  await once(biller, 'exit')
}

async function stopBiller(biller: ChildProcess): Promise<void> {
  const exited = once(biller, 'exit')
  biller.disconnect()
  await exited
}

/** Yields at this interval until it is over, however long each turn takes. */
async function* ticks(everyMs: number, isOver: AbortSignal): AsyncGenerator<void> {
  for (let nextAt = performance.now() + everyMs; ; nextAt += everyMs) {
    await pause(Math.max(0, nextAt - performance.now()))
    if (isOver.aborted) return
    yield
  }
}
