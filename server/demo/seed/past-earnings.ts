import { sql } from 'kysely'
import { japaneseDayStart } from '#domain/text/japanese-day.ts'
import { broadcasters } from '#seed/broadcasters.ts'
import { pastCalls, pastPoints, type SeedPastCall } from '#seed/earnings.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { requestPayout } from '#server/points/earnings/payouts.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import { openMeter, reportMeters, settleMeter, startMeter } from '#server/points/metering/metering.ts'
import { seedId } from './seed-id.ts'

const dayMs = 86_400_000

const at = (nowMs: number, daysAgo: number, minuteOfDay: number): Date => {
  return new Date(japaneseDayStart(nowMs) - daysAgo * dayMs + minuteOfDay * 60_000)
}

/**
 * Months in which the demo's broadcasters earned, posted by the ledger's own commands. Only into a database
 * without its own past: after a daily checkpoint nothing is added to the days before.
 */
export const seedPastEarnings = async (context: Context): Promise<void> => {
  const nowMs = context.now()
  await context.db.transaction().execute(async (tx) => {
    if (await hasPast(tx)) return
    for (const { callerId, kind, points, daysAgo } of pastPoints) {
      await postAt(tx, at(nowMs, daysAgo, 0))
      await grantPoints(tx, { key: `demoPast:${kind}`, memberId: callerId, points, kind, purpose: 'demo' })
    }
    for (const [nth, call] of pastCalls.entries()) await addCall(tx, call, seedId(`call:${nth}`), nowMs)
    await postAt(tx, new Date(nowMs))
    await requestSeedPayout(context, tx)
  })
}

const hasPast = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql`select 1 from daily_checkpoint union all (select 1 from meter limit 1)`.execute(
    tx,
  )
  return rows.length > 0
}

const addCall = async (tx: Tx, call: SeedPastCall, id: string, nowMs: number): Promise<void> => {
  const person = broadcasters.find((one) => one.id === call.broadcasterId)
  if (!person) return
  const rate = call.kind === 'video' ? person.rateVideoPointsPerMin : person.rateVoicePointsPerMin
  const began = at(nowMs, call.daysAgo, call.startMinute)
  const ended = new Date(began.getTime() + call.chargedSec * 1000)
  const reading = { chargedMs: call.chargedSec * 1000, connectedMs: call.chargedSec * 1000 }
  await tx
    .insertInto('call')
    .values({
      ...{ id, kind: call.kind, caller_id: call.callerId, broadcaster_id: call.broadcasterId },
      ...{ dialler_id: call.callerId, rate_points_per_min: rate, phase: 'ended', end_reason: 'byCaller' },
      ...{ requested_at: began, accepted_at: began, connected_at: began, ended_at: ended },
      ...{ charged_ms: reading.chargedMs, connected_ms: reading.connectedMs },
    })
    .execute()
  await postAt(tx, ended)
  const meter = { payerId: call.callerId, broadcasterId: call.broadcasterId, ratePointsPerMin: rate }
  await openMeter(tx, { callId: id, ...meter })
  await startMeter(tx, id)
  await reportMeters(tx, [{ callId: id, ...reading }])
  // All of it is funded at once: a call that is over has no minutes to wait for.
  await sql`select fund_meter(m) from meter m where m.call_id = ${id}`.execute(tx)
  await settleMeter(tx, id, reading)
}

/** One broadcaster has requested a payout, so that the operators' list isn't empty. */
const requestSeedPayout = async (context: Context, tx: Tx): Promise<void> => {
  const person = broadcasters[1]
  if (!person) return
  await savePayoutAccount(context, tx, person.id, {
    ...{ bankCode: '0009', bankName: '三井住友銀行', branchCode: '001', branchName: '東京営業部' },
    ...{ kind: 'ordinary', number: '1234567', holder: 'デモ ヒヨリ' },
  })
  await requestPayout(context, tx, person.id, seedId('payout'))
}
