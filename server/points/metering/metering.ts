/**
 * A call's meter: one open row per payer, moved only by the server. Times are milliseconds of the media
 * process's monotonic clock, cumulative over the call; points move in whole increments of 6 s.
 *
 * Lock order everywhere: meter, then accounts by (kind, id), then what belongs to an account. An action that
 * both meters and moves points otherwise calls these functions first.
 */
import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { LotKind } from '#contract/core/shared.ts'
import { fundsOfMeter, type MeterFunds } from '#domain/points/meter.ts'
import { broadcasterSharePercent } from '#domain/points/share.ts'
import type { TariffSegment } from '#domain/points/tariff.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'
import { type MeterSegment, recordSegments, segmentsOf } from './segments.ts'

export interface MeterToOpen {
  callId: string
  payerId: string
  broadcasterId: string
  /** A multiple of 10. */
  ratePointsPerMin: number
  /** Of a minute without the broadcaster's picture; a multiple of 10. The rate unless given. */
  voiceRatePointsPerMin?: number
  /** What the broadcaster earns of each captured point; 40 unless given (product.md 6.9). */
  sharePercent?: number
  /** Of a live room, whose meters run beside each other; none for any other call. */
  live?: LiveMeter | undefined
}

export interface LiveMeter {
  roomId: string
  purpose: 'sideWatch' | 'liveCall'
  /** The most that the visit may cost, in points; null: no limit. */
  capPoints: number | null
}

export interface MeterOpened {
  fundedIncrements: number
  fundedMs: number
  heldPoints: number
}

/**
 * Holds the first minute, or all remaining whole increments when less is left. The meter stands still until
 * `startMeter`. The same call id with the same parameters answers the first opening again.
 *
 * Refuses: callAlreadyInCall (the payer has an open meter), callPartnerBusy (the broadcaster has one outside live rooms),
 * insufficientPoints (not one increment left), idempotencyMismatch (the call id with other parameters).
 */
export async function openMeter(
  tx: Tx,
  meter: MeterToOpen,
): Promise<
  | MeterOpened
  | Refusal<'callAlreadyInCall' | 'callPartnerBusy' | 'insufficientPoints' | 'idempotencyMismatch'>
> {
  const row = await oneRow(
    tx,
    sql<{ status: OpenStatus; funded_increments: number; funded_ms: number; held_points: number }>`
      select * from open_meter(${meter.callId}, ${meter.payerId}, ${meter.broadcasterId},
        ${meter.ratePointsPerMin}, ${meter.sharePercent ?? broadcasterSharePercent},
        ${meter.voiceRatePointsPerMin ?? null}, ${meter.live?.purpose ?? 'call'}, ${meter.live?.roomId ?? null},
        ${meter.live?.capPoints ?? null})`,
  )
  if (row.status !== 'done' && row.status !== 'duplicate') return refuse(openRefusals[row.status])
  return {
    fundedIncrements: row.funded_increments,
    fundedMs: row.funded_ms,
    heldPoints: row.held_points,
  }
}

type OpenStatus = 'done' | 'duplicate' | keyof typeof openRefusals

const openRefusals = {
  payerBusy: 'callAlreadyInCall',
  payeeBusy: 'callPartnerBusy',
  insufficient: 'insufficientPoints',
  mismatch: 'idempotencyMismatch',
} as const

/** Starts the meter when the call is connected. False when it is no longer open; a repeat changes nothing. */
export async function startMeter(tx: Tx, callId: string): Promise<boolean> {
  const row = await oneRow(tx, sql<{ started: boolean }>`select start_meter(${callId}) as started`)
  return row.started
}

export interface MeterReport {
  callId: string
  /** Charged time so far. */
  chargedMs: number
  /** Connected time so far, reconnecting included. */
  connectedMs: number
  /** Increments whose price the media server has decided, by what the call carried when they began. */
  decidedIncrements?: number
  segments?: readonly MeterSegment[]
}

export interface MeterFunded {
  callId: string
  chargedMs: number
  /** Charged time that the holds so far pay for, counted from the call's start. */
  fundedMs: number
}

/**
 * Stores the media time of a node's calls in one statement. A reading lower than an earlier one changes
 * nothing; a meter that isn't started or is settled stays as it is and is missing from the answer. What the calls
 * carried is recorded first, so that an increment has its price before it can be charged.
 */
export async function reportMeters(db: Db | Tx, reports: readonly MeterReport[]): Promise<MeterFunded[]> {
  if (reports.length === 0) return []
  await recordSegments(db, reports)
  const { rows } = await sql<{ call_id: string; charged_ms: number; funded_ms: number }>`
    select * from report_meters(
      ${reports.map((report) => report.callId)},
      ${reports.map((report) => Math.floor(report.chargedMs))},
      ${reports.map((report) => Math.floor(report.connectedMs))},
      ${reports.map((report) => report.decidedIncrements ?? 0)})`.execute(db)
  return rows.map((row) => ({ callId: row.call_id, chargedMs: row.charged_ms, fundedMs: row.funded_ms }))
}

export interface MeterBilled {
  callId: string
  chargedMs: number
  fundedMs: number
  /** Increments captured so far, over the whole call. */
  chargedIncrements: number
  /** Points captured so far, over the whole call. */
  capturedPoints: number
  /**
   * Charged time has reached what is funded, and not one more increment can be funded: end it as pointless.
   */
  exhausted: boolean
}

/**
 * Charges the calls that fall due, at most `limit` of them, in one transaction: captures what was used in
 * whole increments and funds the next minute when 15 s or less are left. Any number of processes may run it
 * at once.
 */
export async function billDue(db: Db, limit: number): Promise<MeterBilled[]> {
  const { rows } = await sql<{
    call_id: string
    charged_ms: number
    funded_ms: number
    charged_increments: number
    captured_points: number
    exhausted: boolean
  }>`select * from bill_due(${limit})`.execute(db)
  return rows.map((row) => ({
    callId: row.call_id,
    chargedMs: row.charged_ms,
    fundedMs: row.funded_ms,
    chargedIncrements: row.charged_increments,
    capturedPoints: row.captured_points,
    exhausted: row.exhausted,
  }))
}

/**
 * Until the next meter is due, in milliseconds of the database's clock; 0 when one is due, Infinity without
 * any.
 */
export async function msUntilNextDue(db: Db): Promise<number> {
  const row = await oneRow(
    db,
    sql<{ ms: number | null }>`
      select (extract(epoch from min(next_due_at) - clock_timestamp()) * 1000)::float8 as ms
      from meter where next_due_at is not null`,
  )
  return Math.max(0, row.ms ?? Number.POSITIVE_INFINITY)
}

export interface LotPoints {
  kind: LotKind
  points: number
}

export interface MeterSettled {
  chargedMs: number
  connectedMs: number
  chargedIncrements: number
  points: number
  /** The lots that `points` were taken from, free first. */
  lots: LotPoints[]
  /** The broadcaster's share of `points`. */
  earnedPoints: number
}

/**
 * Captures the rest (never beyond what is funded), releases the remainder and closes the meter.
 * Without `final` the last report counts: after a crash that favours the caller.
 * On a settled meter it answers the first result again. Null when the call never opened a meter.
 */
export async function settleMeter(
  tx: Tx,
  callId: string,
  final?: Omit<MeterReport, 'callId'>,
): Promise<MeterSettled | null> {
  if (final) await reportMeters(tx, [{ callId, ...final }])
  const { rows } = await sql<{
    charged_ms: number
    connected_ms: number
    charged_increments: number
    points: number
    free_points: number
    paid_points: number
    earned_points: number
  }>`select * from settle_meter(${callId}, ${Math.floor(final?.chargedMs ?? 0)}, ${Math.floor(final?.connectedMs ?? 0)})`.execute(
    tx,
  )
  const row = rows[0]
  if (!row) return null
  return {
    chargedMs: row.charged_ms,
    connectedMs: row.connected_ms,
    chargedIncrements: row.charged_increments,
    points: row.points,
    lots: lotPoints(row.free_points, row.paid_points),
    earnedPoints: row.earned_points,
  }
}

/** Releases the hold of a call that never connected. Does nothing when there is no open meter. */
export async function releaseMeter(tx: Tx, callId: string): Promise<void> {
  await sql`select release_meter(${callId})`.execute(tx)
}

export interface PointBack {
  callId: string
  /** As domain/points/point-back.ts decided; at most what the call charged and hasn't returned. */
  points: number | 'all'
  reason: string
  /** True: the platform pays and the broadcaster keeps the share. */
  paidByPlatform: boolean
}

export interface PointBackDone {
  points: number
  lots: LotPoints[]
  /** What the broadcaster returned; 0 when the platform paid. */
  takenBackPoints: number
}

/** Returns points of a settled call, newest first. Once per call: a repeat answers the first return. */
export async function pointBack(tx: Tx, request: PointBack): Promise<PointBackDone> {
  const row = await oneRow(
    tx,
    sql<{ points: number; free_points: number; paid_points: number; taken_back_points: number }>`
      select * from point_back(${request.callId}, ${request.points === 'all' ? null : request.points},
        ${request.reason}, ${request.paidByPlatform})`,
  )
  return {
    points: row.points,
    lots: lotPoints(row.free_points, row.paid_points),
    takenBackPoints: row.taken_back_points,
  }
}

/** How many calls of this payer had a point-back on the current Japanese day. */
export async function pointBacksToday(db: Db | Tx, payerId: string): Promise<number> {
  const row = await oneRow(db, sql<{ count: number }>`select point_backs_today(${payerId}) as count`)
  return row.count
}

export interface PlatformPointBacks {
  ofPair: { calls: number; points: number }
  ofBroadcaster: { calls: number; points: number }
}

/**
 * What the platform has returned today of calls between this call's members, and of all calls of its
 * broadcaster.
 */
export async function platformPointBacksToday(db: Db | Tx, callId: string): Promise<PlatformPointBacks> {
  const row = await oneRow(
    db,
    sql<{ pair_calls: number; pair_points: number; payee_calls: number; payee_points: number }>`
      select * from platform_point_backs_today(${callId})`,
  )
  return {
    ofPair: { calls: row.pair_calls, points: row.pair_points },
    ofBroadcaster: { calls: row.payee_calls, points: row.payee_points },
  }
}

export interface MeterView extends MeterFunds {
  payerId: string
  ratePointsPerMin: number
  chargedMs: number
  state: 'open' | 'settled'
}

/**
 * What the heartbeat and the 60 s warning show, at `chargedMs` of media time (at least the last report).
 * `segments` are the media server's newest; the last report's unless given.
 * Null when the call has no meter.
 */
export async function meterView(
  db: Db | Tx,
  callId: string,
  chargedMs = 0,
  segments?: readonly TariffSegment[],
): Promise<MeterView | null> {
  const { rows } = await sql<{
    payer_id: string
    rate_points_per_min: number
    increment_points: number
    captured_increments: number
    captured_points: number
    funded_increments: number
    excess: number
    voice_points: number
    video_points: number
    charged_ms: number
    state: 'open' | 'settled'
    balance: number
    held: number
    overdue: number
  }>`select * from meter_funds where call_id = ${callId}`.execute(db)
  const row = rows[0]
  if (!row) return null
  const meter = { payerId: row.payer_id, ratePointsPerMin: row.rate_points_per_min, state: row.state }
  const balance = row.balance - row.overdue
  if (row.state === 'settled') {
    const chargedPoints = row.captured_points
    const ended = { point: balance, chargedPoints, fundedUntilMs: row.charged_ms, remainingMs: 0 }
    return { ...meter, chargedMs: row.charged_ms, ...ended }
  }
  const now = Math.max(row.charged_ms, Math.floor(chargedMs))
  const state = {
    balance,
    held: row.held,
    excess: row.excess,
    incrementPoints: row.increment_points,
    capturedIncrements: row.captured_increments,
    capturedPoints: row.captured_points,
    tariff: { video: row.video_points, voice: row.voice_points },
    segments: segments ?? (await segmentsOf(db, callId)),
    fundedIncrements: row.funded_increments,
  }
  return { ...meter, chargedMs: now, ...fundsOfMeter(state, now) }
}

function lotPoints(free: number, paid: number): LotPoints[] {
  const lots: LotPoints[] = [
    { kind: 'free', points: free },
    { kind: 'paid', points: paid },
  ]
  return lots.filter((lot) => lot.points > 0)
}

/** How long the most overdue meter has been due, in seconds of the database's clock; 0 without one. */
export const billingLatenessSec = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('meter')
    .select(sql<number | null>`extract(epoch from now() - min(next_due_at))::float8`.as('lateness'))
    .where('next_due_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Math.max(0, row?.lateness ?? 0)
}
