/** Carries the commands of a history out against PostgreSQL and gives the answers in the model's words. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import type { Db, Sql, Tx } from '#server/db/database.ts'
import { expireLots } from '#server/points/jobs.ts'
import {
  captureHold,
  grantPoints,
  placeHold,
  refundTransfer,
  releaseHold,
  type Spend,
  spendMany,
  spendPoints,
} from '#server/points/ledger/ledger.ts'
import {
  billDue,
  type LotPoints,
  openMeter,
  pointBack,
  releaseMeter,
  reportMeters,
  settleMeter,
  startMeter,
} from '#server/points/metering/metering.ts'
import { passDueTime, passExpiry } from './ledger-fixture.ts'
import type { Command, SpendCommand } from './ledger-model.ts'

export interface Known {
  /** Database ids of the model's holds. */
  holdIds: number[]
  /** The payment that a refund is for, by the model's name. */
  paymentName: string
}

/** An event of the world around the processes. */
export const isOfTheWorld = (command: Command): boolean => command.type === 'passExpiry'

/** A batch bypasses the query builder. It is one statement, so it can't be cut between statements. */
export const runBatch = async (driver: Sql, spends: readonly SpendCommand[]): Promise<unknown> =>
  (await spendMany(driver, spends.map(spendOf))).map(outcomeOf)

export async function run(tx: Db | Tx, one: Command, known: Known): Promise<unknown> {
  const purpose = 'test'
  switch (one.type) {
    case 'grant':
      return outcomeOf(await grantPoints(tx, { ...one, key: `${one.key}`, memberId: one.payer, purpose }))
    case 'passExpiry':
      await (tx as Db).transaction().execute((moment) => passExpiry(moment, one.payer, one.kind))
      return null
    case 'sweep':
      await expireLots(tx as Db)
      return null
    case 'spend':
      return outcomeOf(await spendPoints(tx, spendOf(one)))
    case 'spendBatch':
      throw new Error('a batch goes through the driver')
    case 'refund': {
      const refund = { ...one, key: `${one.key}`, transferId: await transferOf(tx, known), purpose }
      return refundOutcomeOf(await refundTransfer(tx, refund))
    }
    case 'hold': {
      const hold = { key: `${one.key}`, memberId: one.payer, points: one.points, validSeconds: 600 }
      return holdOutcomeOf(await placeHold(tx, hold), known)
    }
    case 'captureHold': {
      const capture = { key: `${one.key}`, holdId: nthHold(known, one.hold), payeeId: one.payee, purpose }
      return outcomeOf(await captureHold(tx, { ...capture, points: one.points }))
    }
    case 'releaseHold':
      return releaseHold(tx, nthHold(known, one.hold))
    default:
      // Inside a transaction or as one statement: the functions work in both.
      return runMeter(tx as Tx, one)
  }
}

type MeterCommand = Extract<
  Command,
  { type: 'open' | 'start' | 'report' | 'bill' | 'settle' | 'release' | 'pointBack' | 'endCall' }
>

async function runMeter(tx: Tx, one: MeterCommand): Promise<unknown> {
  switch (one.type) {
    case 'open': {
      const meter = { payerId: one.payer, broadcasterId: one.payee, ratePointsPerMin: one.rate }
      const answer = await openMeter(tx, { callId: one.call, ...meter })
      if (isRefusal(answer)) return answer.refused
      expect(answer.fundedMs).toBe(answer.fundedIncrements * 6_000)
      return { funded: answer.fundedIncrements, held: answer.heldPoints }
    }
    case 'start':
      return startMeter(tx, one.call)
    case 'report':
      return byCall(await reportMeters(tx, one.readings))
    case 'bill':
      return byCall(await billDue(tx, 10))
    case 'settle':
      return settle(tx, one)
    case 'release':
      await releaseMeter(tx, one.call)
      return null
    case 'pointBack':
      return returnPoints(tx, one)
    case 'endCall':
      return { settled: await settle(tx, one), back: await returnPoints(tx, one) }
  }
}

async function settle(tx: Tx, one: { call: string; chargedMs: number | null }): Promise<unknown> {
  const final = one.chargedMs === null ? undefined : { chargedMs: one.chargedMs, connectedMs: 0 }
  const settled = await settleMeter(tx, one.call, final)
  if (!settled) return null
  const { connectedMs: _, lots, ...rest } = settled
  return { ...rest, lots: pairs(lots) }
}

async function returnPoints(
  tx: Tx,
  one: { call: string; points: number | 'all'; paidByPlatform: boolean },
): Promise<unknown> {
  const back = await pointBack(tx, { ...one, callId: one.call, reason: 'connectionLost' })
  return { points: back.points, takenBack: back.takenBackPoints, lots: pairs(back.lots) }
}

/** What happens before a command: the clock moves on until every running call is due. */
export async function prepare(db: Db, one: Command): Promise<void> {
  if (one.type === 'bill') await passDueTime(db)
}

/** Answers of several calls have no order of their own. */
export function byCall<Answer extends { callId: string }>(answers: Answer[]): Answer[] {
  return answers.toSorted((a, b) => (a.callId < b.callId ? -1 : 1))
}

export function nth<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length]
}

const spendOf = (one: SpendCommand): Spend => ({
  ...{ key: `${one.key}`, payerId: one.payer, payeeId: one.payee, points: one.points },
  ...{ sharePercent: one.sharePercent, purpose: 'test' },
})

const pairs = (lots: LotPoints[]) => lots.map((lot) => [lot.kind, lot.points])

function outcomeOf(answer: Awaited<ReturnType<typeof spendPoints | typeof captureHold>>): unknown {
  return isRefusal(answer) ? answer.refused : { isRepeat: answer.isRepeat, available: answer.available }
}

function refundOutcomeOf(answer: Awaited<ReturnType<typeof refundTransfer>>): unknown {
  if (isRefusal(answer)) return answer.refused
  return { points: answer.points, takenBack: answer.takenBackPoints, isRepeat: answer.isRepeat }
}

function holdOutcomeOf(answer: Awaited<ReturnType<typeof placeHold>>, known: Known): unknown {
  if (isRefusal(answer)) return answer.refused
  if (!known.holdIds.includes(answer.holdId)) known.holdIds.push(answer.holdId)
  return {
    hold: known.holdIds.indexOf(answer.holdId),
    isRepeat: answer.isRepeat,
    available: answer.available,
  }
}

function nthHold(known: Known, index: number): number {
  return nth(known.holdIds, index) ?? 0
}

async function transferOf(tx: Db | Tx, known: Known): Promise<number> {
  const idem = known.paymentName.replace(/#(\d+)/, (_, nth) => `${known.holdIds[Number(nth)]}`)
  const row = await sql<{ id: number }>`select id from transfer where idem = ${idem}`.execute(tx)
  return row.rows[0]?.id ?? 0
}
