import { randomUUID } from 'node:crypto'
import { incrementMs } from '#contract/points/points.ts'
import type { Database } from '#server/db/database.ts'
import { openMeter, reportMeters, startMeter } from '#server/points/metering/metering.ts'

/** Prices as broadcasters have them in the seed. */
const ratesPointsPerMin = [140, 200, 250]
const walletPoints = 1_000_000

export interface RunningCall {
  id: string
  ratePointsPerMin: number
  /** On this process's monotonic clock, which plays the media servers'; null until media flows. */
  startedAtMs: number | null
  fundedMs: number
}

/** Calls between members of their own, with full wallets; media flows in none of them yet. */
export async function connectCalls({ db, sql }: Database, count: number): Promise<RunningCall[]> {
  await sql`
    insert into member (id, name, role)
    select n::text, n::text, case when n < 200000 then 'caller' else 'broadcaster' end
    from (
      select generate_series(100000, 100000 + ${count}::int - 1)
      union all select generate_series(200000, 200000 + ${count}::int - 1)
    ) m (n)`
  await sql`
    select count(*) from generate_series(100000, 100000 + ${count}::int - 1) n,
      lateral grant_points('grant:' || n, n::text, ${walletPoints}::bigint, 'paid', interval '90 days', 'demo', null)`
  const ids = Array.from({ length: count }, () => randomUUID())
  await sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at)
    select c.id, 'video', (100000 + c.n - 1)::text, (200000 + c.n - 1)::text, (100000 + c.n - 1)::text, c.rate, 'inCall', now()
    from unnest(${ids}::uuid[], ${ids.map((_, index) => rateOf(index))}::int[]) with ordinality c (id, rate, n)`
  return Promise.all(
    ids.map(async (id, index) => {
      const meter = {
        callId: id,
        payerId: `${100_000 + index}`,
        broadcasterId: `${200_000 + index}`,
        ratePointsPerMin: rateOf(index),
      }
      const opened = await db.transaction().execute((tx) => openMeter(tx, meter))
      if ('refused' in opened) throw new Error(`meter ${id}: ${opened.refused}`)
      return { id, ratePointsPerMin: rateOf(index), startedAtMs: null, fundedMs: opened.fundedMs }
    }),
  )
}

/** The first media of a call: from now on the meter counts. */
export async function startCall({ db }: Database, call: RunningCall): Promise<void> {
  await db.transaction().execute((tx) => startMeter(tx, call.id))
  call.startedAtMs = performance.now()
}

/** Charged time so far; the media server stops at the paid time. */
export const chargedMs = (call: RunningCall): number =>
  call.startedAtMs === null ? 0 : Math.min(performance.now() - call.startedAtMs, call.fundedMs)

/**
 * One node's report, in one statement as in the app. Answers how many calls stood still for lack of funds.
 */
export async function reportCalls({ db }: Database, calls: readonly RunningCall[]): Promise<number> {
  const running = calls.filter((call) => call.startedAtMs !== null)
  const reports = running.map((call) => ({
    callId: call.id,
    chargedMs: chargedMs(call),
    connectedMs: chargedMs(call),
  }))
  const stalled = reports.filter(({ chargedMs }, index) => chargedMs === running[index]?.fundedMs).length
  const funded = new Map((await reportMeters(db, reports)).map((each) => [each.callId, each.fundedMs]))
  for (const call of running) call.fundedMs = funded.get(call.id) ?? call.fundedMs
  return stalled
}

/**
 * What a call of this length costs, computed without the ledger: each begun increment of 6 s is a tenth of a
 * minute's price.
 */
export const pointsFor = (call: RunningCall, ms: number): number =>
  Math.ceil(Math.floor(ms) / incrementMs) * (call.ratePointsPerMin / 10)

const rateOf = (index: number): number => ratesPointsPerMin[index % ratesPointsPerMin.length] ?? 0
