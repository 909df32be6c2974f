import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import {
  billDue,
  openMeter,
  reportMeters,
  settleMeter,
  startMeter,
} from '#server/points/metering/metering.ts'
import { broadcasterId, callerId, done, passDueTime } from '../ledger/ledger-fixture.ts'

const dayMs = 86_400_000

export const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)

/** A settled call at 200 points a minute; answers its id. */
export async function aCall(
  tx: Tx,
  { seconds, at, payerId = callerId }: { seconds: number; at: Date; payerId?: string },
): Promise<string> {
  const callId = randomUUID()
  await postAt(tx, at)
  done(await openMeter(tx, { callId, payerId, broadcasterId, ratePointsPerMin: 200 }))
  await startMeter(tx, callId)
  // A minute is held at a time.
  for (let chargedMs = 30_000; chargedMs < seconds * 1000; chargedMs += 30_000) {
    await reportMeters(tx, [{ callId, chargedMs, connectedMs: chargedMs }])
    await passDueTime(tx)
    await billDue(tx, 10)
  }
  await settleMeter(tx, callId, { chargedMs: seconds * 1000, connectedMs: seconds * 1000 })
  return callId
}

/** A one-off payment; answers its transfer's id. */
export async function aPresent(tx: Tx, points: number, at: Date, payerId = callerId): Promise<number> {
  await postAt(tx, at)
  const present = { key: randomUUID(), payerId, payeeId: broadcasterId, points, purpose: 'present' }
  return done(await spendPoints(tx, present)).transferId
}

/** A captured order with its points. */
export async function aPurchase(
  tx: Tx,
  {
    points,
    orderId,
    at,
    memberId = callerId,
  }: { points: number; orderId: string; at: Date; memberId?: string },
): Promise<void> {
  await tx
    .insertInto('purchase_order')
    .values({
      ...{ id: orderId, member_id: memberId, course_id: 'c1000', method: 'card', gateway: 'sandbox' },
      ...{ price_yen: points, captured_yen: points, free_points: 0, bonus_points: 0 },
      ...{ confirmation_version: 'test', state: 'granted', captured_at: at },
    })
    .execute()
  await postAt(tx, at)
  await sql`select * from grant_purchase(${orderId}, ${memberId}, ${points}, 0, 0, interval '180 days')`.execute(
    tx,
  )
}

export const bankAccount = {
  bankCode: '0001',
  bankName: 'みずほ銀行',
  branchCode: '001',
  branchName: '東京営業部',
  kind: 'ordinary',
  number: '1234567',
  holder: 'サトウ ミオ',
} as const
