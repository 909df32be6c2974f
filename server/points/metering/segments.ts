import { sql } from 'kysely'
import type { CallCarries } from '#contract/calls/in-call.ts'
import { incrementsPerMinute } from '#contract/points/points.ts'
import { pointsOfIncrements, type Tariff, type TariffSegment } from '#domain/points/tariff.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'

/** What a call carried from a connected time on, until the next segment. */
export interface MeterSegment extends TariffSegment {
  atMs: number
}

interface SegmentReport {
  callId: string
  segments?: readonly MeterSegment[]
}

/**
 * Adds the segments that are new; one that is known stays as it is. Left out are those of a call without an open meter,
 * and those that begin before an increment that is paid.
 */
export const recordSegments = async (db: Db | Tx, reports: readonly SegmentReport[]): Promise<void> => {
  const rows = reports.flatMap(({ callId, segments = [] }) =>
    segments.map((segment, number) => ({ callId, number, ...segment })),
  )
  if (rows.length === 0) return
  await sql`select record_segments(
    ${rows.map((row) => row.callId)}::text[], ${rows.map((row) => row.number)}::int[],
    ${rows.map((row) => Math.floor(row.atMs))}::bigint[], ${rows.map((row) => row.firstIncrement)}::int[],
    ${rows.map((row) => row.carries)}::text[])`.execute(db)
}

/** What the call carried, in order; empty without a meter, and for a call of the time before segments. */
export const segmentsOf = async (db: Db | Tx, callId: string): Promise<MeterSegment[]> => {
  const rows = await db
    .selectFrom('meter_segment')
    .select(['at_ms', 'first_increment', 'carries'])
    .where('call_id', '=', callId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    atMs: row.at_ms,
    firstIncrement: row.first_increment,
    carries: row.carries as CallCarries,
  }))
}

/** Increments of the call whose price is known, as last reported. 0 without a meter. */
export const decidedIncrementsOf = async (db: Db | Tx, callId: string): Promise<number> => {
  const row = await db
    .selectFrom('meter')
    .select('decided_increments')
    .where('call_id', '=', callId)
    .executeTakeFirst()
  return row?.decided_increments ?? 0
}

/**
 * From now on the call's minutes are funded at the price of video, in points per minute. Locks the meter, then the
 * payer's wallet. False when the payer hasn't the points for what is funded ahead: then the meter is as it was. True
 * without an open meter, where nothing happens: an ended call needs no points.
 */
export const raiseMeter = async (tx: Tx, callId: string, videoRatePointsPerMin: number): Promise<boolean> => {
  const row = await oneRow(
    tx,
    sql<{ status: string }>`select raise_meter(${callId}, ${videoRatePointsPerMin}) as status`,
  )
  return row.status !== 'insufficient'
}

/**
 * Whether `raiseMeter` would find the payer's points enough now, at this rate in points per minute. Nothing is locked, so
 * that it may find otherwise a moment later. Throws for a call that never had a meter.
 */
export const mayRaiseMeter = async (
  db: Db | Tx,
  callId: string,
  videoRatePointsPerMin: number,
): Promise<boolean> => {
  const row = await oneRow(
    db,
    sql<{ may: boolean }>`
      select raise_missing(m, ${videoRatePointsPerMin}) <= a.balance - a.held as may
      from meter m join account a on a.id = m.payer_account_id where m.call_id = ${callId}`,
  )
  return row.may
}

/**
 * From now on the call's minutes are funded at the price of voice, in points per minute; what is held for video funds
 * the next increments. Called once every increment of video is recorded. Locks the meter; nothing happens without an open
 * one.
 */
export const lowerMeter = async (
  db: Db | Tx,
  callId: string,
  voiceRatePointsPerMin: number,
): Promise<void> => {
  await sql`select lower_meter(${callId}, ${voiceRatePointsPerMin})`.execute(db)
}

export interface BilledMeter {
  segments: MeterSegment[]
  increments: number
  tariff: Tariff
  sharePercent: number
}

/** What a call carried and was charged; null without a meter. */
export const billedMeterOf = async (db: Db | Tx, callId: string): Promise<BilledMeter | null> => {
  const meter = await db
    .selectFrom('meter')
    .select(['captured_increments', 'increment_points', 'voice_points', 'video_points', 'share_percent'])
    .where('call_id', '=', callId)
    .executeTakeFirst()
  if (!meter) return null
  return {
    segments: await segmentsOf(db, callId),
    increments: meter.captured_increments,
    tariff: {
      video: meter.video_points ?? meter.increment_points,
      voice: meter.voice_points ?? meter.increment_points,
    },
    sharePercent: meter.share_percent,
  }
}

/**
 * What the last minute of charged time cost, in points; of a shorter call all of it.
 * @param otherwise points of an increment before the first segment
 */
export const lastMinutePointsOf = (
  { segments, increments, tariff }: BilledMeter,
  otherwise: number,
): number =>
  pointsOfIncrements(segments, tariff, {
    from: Math.max(0, increments - incrementsPerMinute),
    upto: increments,
    otherwise,
  })
