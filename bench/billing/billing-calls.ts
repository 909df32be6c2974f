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

const payerIdBase = 100_000
const payeeIdBase = 200_000

/**
 * Calls of members with full wallets, in which no media flows yet: each with a broadcaster of its own, or all of them
 * visits of one live room.
 */
export async function connectCalls(
  { db, sql }: Database,
  count: number,
  of: 'calls' | 'visits',
): Promise<RunningCall[]> {
  await sql`
    insert into member (id, name, role)
    select n::text, n::text, case when n < ${payeeIdBase} then 'caller' else 'broadcaster' end
    from (
      select generate_series(${payerIdBase}::int, ${payerIdBase + count - 1}::int)
      union all select generate_series(${payeeIdBase}::int, ${payeeIdBase + count - 1}::int)
    ) m (n)`
  await sql`
    select count(*) from generate_series(${payerIdBase}::int, ${payerIdBase + count - 1}::int) n,
      lateral grant_points('grant:' || n, n::text, ${walletPoints}::bigint, 'paid', interval '90 days', 'demo', null)`
  const roomId = of === 'visits' ? await openRoom(sql) : null
  const calls = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    payerId: `${payerIdBase + index}`,
    broadcasterId: `${payeeIdBase + (roomId === null ? index : 0)}`,
    ratePointsPerMin: rateOf(roomId === null ? index : 0),
  }))
  await sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase, connected_at, origin,
      live_room_id)
    select c.id, 'video', c.payer, c.payee, c.payer, c.rate, 'inCall', now(), ${roomId === null ? 'direct' : 'sideWatch'},
      ${roomId}::uuid
    from unnest(${calls.map(({ id }) => id)}::uuid[], ${calls.map(({ payerId }) => payerId)}::text[],
      ${calls.map(({ broadcasterId }) => broadcasterId)}::text[],
      ${calls.map(({ ratePointsPerMin }) => ratePointsPerMin)}::int[]) c (id, payer, payee, rate)`
  const live = roomId === null ? undefined : { roomId, purpose: 'sideWatch' as const, capPoints: null }
  return Promise.all(
    calls.map(async ({ id, ...parties }) => {
      const meter = { callId: id, ...parties, live }
      const opened = await db.transaction().execute((tx) => openMeter(tx, meter))
      if ('refused' in opened) throw new Error(`meter ${id}: ${opened.refused}`)
      const { ratePointsPerMin } = parties
      return { id, ratePointsPerMin, startedAtMs: null, fundedMs: opened.fundedMs }
    }),
  )
}

const openRoom = async (sql: Database['sql']): Promise<string> => {
  const roomId = randomUUID()
  await sql`
    insert into live_room (id, broadcaster_id, title, source, watch_points_per_min, deadline_at)
    values (${roomId}, ${String(payeeIdBase)}, '測定', 'browser', ${rateOf(0)}, now() + interval '1 day')`
  return roomId
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
