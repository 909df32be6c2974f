/**
 * Random histories of everything that moves points, run against the model and against PostgreSQL. After each:
 * every answer as expected, every balance as expected, no defect, no point lost or invented.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '../../contract/refusal.ts'
import type { Db, Tx } from '../../server/db/database.ts'
import { checkLedger, expireLots } from '../../server/points/jobs.ts'
import {
  captureHold,
  grantPoints,
  placeHold,
  refundTransfer,
  releaseHold,
  spendPoints,
} from '../../server/points/ledger.ts'
import {
  billDue,
  type LotPoints,
  openMeter,
  pointBack,
  releaseMeter,
  reportMeters,
  settleMeter,
  startMeter,
} from '../../server/points/metering.ts'
import { walletOf } from '../../server/points/queries.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts'
import {
  addMembers,
  balanceOf,
  broadcasterId,
  callerId,
  houseIncome,
  otherBroadcaster,
  otherCaller,
  passDueTime,
  passExpiry,
} from './ledger-fixture.ts'
import { type Command, LedgerModel } from './ledger-model.ts'

const historyCount = 2_000
/** Histories run in so many databases at once, each in a transaction that is undone. */
const databaseCount = 4
const payers = [callerId, otherCaller]
const payees = [broadcasterId, otherBroadcaster]
const callIds = ['call-a', 'call-b', 'call-c']

let databases: TestDatabase[]
beforeAll(async () => {
  databases = await Promise.all(
    Array.from({ length: databaseCount }, () => createTestDatabase({ maxConnections: 1 })),
  )
  for (const { db } of databases) await addMembers(db)
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

const payer = fc.constantFrom(...payers)
const payee = fc.constantFrom(...payees)
const seller = fc.constantFrom(...payees, null)
const call = fc.constantFrom(...callIds)
const key = fc.nat({ max: 4 })
const kind = fc.constantFrom('free' as const, 'paid' as const)
const points = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 600 }))
const part = fc.oneof(points, fc.constant('all' as const))
const ms = fc.oneof(
  fc.nat({ max: 200_000 }),
  fc.nat({ max: 33 }).map((increments) => increments * 6_000),
)
const position = fc.nat({ max: 20 })
const sharePercent = fc.constantFrom(40, 55)
const rate = fc.constantFrom(200, 140, 10)
const reading = fc.record({ callId: call, chargedMs: ms, connectedMs: ms })
const readings = fc.array(reading, { minLength: 1, maxLength: 4 })
const paidByHouse = fc.boolean()

const of = <Type extends Command['type'], Rest>(
  type: Type,
  rest: { [Name in keyof Rest]: fc.Arbitrary<Rest[Name]> },
) => fc.record({ type: fc.constant(type), ...rest }) as fc.Arbitrary<{ type: Type } & Rest>

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: of('grant', { key, payer, points, kind, validDays: fc.integer({ min: 1, max: 180 }) }),
  },
  { weight: 1, arbitrary: of('passExpiry', { payer, kind }) },
  { weight: 1, arbitrary: of('sweep', {}) },
  { weight: 3, arbitrary: of('spend', { key, payer, payee: seller, points, sharePercent }) },
  { weight: 2, arbitrary: of('refund', { key, payment: position, points: part, paidByHouse }) },
  { weight: 1, arbitrary: of('hold', { key, payer, points }) },
  { weight: 1, arbitrary: of('captureHold', { key, hold: position, payee: seller, points }) },
  { weight: 1, arbitrary: of('releaseHold', { hold: position }) },
  { weight: 4, arbitrary: of('open', { call, payer, payee, rate }) },
  { weight: 4, arbitrary: of('start', { call }) },
  { weight: 5, arbitrary: of('report', { readings }) },
  { weight: 5, arbitrary: of('bill', {}) },
  { weight: 3, arbitrary: of('settle', { call, chargedMs: fc.oneof(ms, fc.constant(null)) }) },
  { weight: 1, arbitrary: of('release', { call }) },
  { weight: 2, arbitrary: of('pointBack', { call, points: part, paidByHouse }) },
)

/** A call as it usually goes, so that deep states are common: the rest of a history weaves around it. */
const usualCall: fc.Arbitrary<Command[]> = fc
  .tuple(call, payer, payee, rate, ms, ms)
  .map(([callId, who, whom, price, first, second]): Command[] => [
    { type: 'open', call: callId, payer: who, payee: whom, rate: price },
    { type: 'start', call: callId },
    { type: 'report', readings: [{ callId, chargedMs: first, connectedMs: first }] },
    { type: 'bill' },
    { type: 'report', readings: [{ callId, chargedMs: second, connectedMs: second }] },
    { type: 'bill' },
  ])
/** A call paid from two kinds of lots in several charges, of which a part goes back. */
const brokenCall: fc.Arbitrary<Command[]> = fc
  .tuple(call, payer, payee, points, ms, part, paidByHouse)
  .map(([callId, who, whom, free, used, back, byHouse]): Command[] => [
    { type: 'grant', key: 7, payer: who, points: free, kind: 'free', validDays: 30 },
    { type: 'grant', key: 8, payer: who, points: 600, kind: 'paid', validDays: 30 },
    { type: 'open', call: callId, payer: who, payee: whom, rate: 200 },
    { type: 'start', call: callId },
    { type: 'report', readings: [{ callId, chargedMs: Math.floor(used / 2), connectedMs: used }] },
    { type: 'bill' },
    { type: 'settle', call: callId, chargedMs: used },
    { type: 'pointBack', call: callId, points: back, paidByHouse: byHouse },
  ])
/** Points that pass their expiry beneath a hold, with others beside them. */
const overdueHold: fc.Arbitrary<Command[]> = fc
  .tuple(key, payer, points, points, points, points, seller)
  .map(([hold, who, free, paid, held, spent, whom]): Command[] => [
    { type: 'grant', key: 5, payer: who, points: free, kind: 'free', validDays: 20 },
    { type: 'grant', key: 6, payer: who, points: paid, kind: 'paid', validDays: 20 },
    { type: 'hold', key: hold, payer: who, points: held },
    { type: 'passExpiry', payer: who, kind: 'free' },
    { type: 'spend', key: 5, payer: who, payee: whom, points: spent, sharePercent: 40 },
    { type: 'captureHold', key: hold, hold, payee: whom, points: Math.ceil(held / 2) },
  ])
const opening: fc.Arbitrary<Command[]> = fc
  .tuple(
    of('grant', { key, payer, points: fc.integer({ min: 100, max: 900 }), kind, validDays: fc.constant(90) }),
  )
  .map((commands): Command[] => commands)
const history = fc
  .tuple(
    opening,
    fc.array(
      fc.oneof(
        { weight: 24, arbitrary: command.map((one) => [one]) },
        { weight: 2, arbitrary: usualCall },
        { weight: 1, arbitrary: brokenCall },
        overdueHold,
      ),
      {
        maxLength: 18,
      },
    ),
  )
  .map(([first, rest]) => [...first, ...rest.flat()])

test(`${historyCount} histories: no order of calls, retries and refunds loses or invents a point, or bills twice`, {
  timeout: 240_000,
}, async () => {
  let ran = 0
  const live = ({ db }: TestDatabase) =>
    fc.assert(
      fc.asyncProperty(history, async (commands) => {
        ran++
        await undone(db, (tx) => compare(tx, commands))
      }),
      { numRuns: historyCount / databaseCount },
    )
  await Promise.all(databases.map(live))
  expect(ran).toBeGreaterThanOrEqual(historyCount)
})

async function undone(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

async function compare(tx: Tx, commands: Command[]): Promise<void> {
  const model = new LedgerModel()
  const holdIds: number[] = []
  for (const one of commands) {
    if (!model.isAllowed(one)) continue
    const payment = one.type === 'refund' ? nth(model.wallets.payments, one.payment) : undefined
    const answer = await run(tx, one, { holdIds, paymentName: payment?.name ?? '' })
    expect(answer, one.type).toEqual(model.run(one))
  }
  await expectSame(tx, model)
  expect(await checkLedger(tx)).toEqual([])
}

async function expectSame(tx: Tx, model: LedgerModel): Promise<void> {
  let owned = 0
  for (const id of payers) {
    const { point, held, lots } = await walletOf(tx, id)
    expect({ point, held, lots: lots.map((lot) => [lot.kind, lot.remaining]) }).toEqual(model.wallet(id))
    expect(Math.min(point, held)).toBeGreaterThanOrEqual(0)
    for (const lot of lots) owned += lot.remaining
  }
  for (const id of payees) {
    const [earned, debt] = [await balanceOf(tx, 'earnings', id), await balanceOf(tx, 'debt', id)]
    expect([earned, debt]).toEqual([model.wallets.earnings.get(id) ?? 0, model.wallets.debts.get(id) ?? 0])
    owned += earned + debt
  }
  const house = await houseIncome(tx)
  expect(house).toBe(model.wallets.house)
  // Issued and not expired = in wallets, earnings and debts, and with the house.
  expect(owned + house).toBe(model.wallets.issued)
}

interface Known {
  /** Database ids of the model's holds. */
  holdIds: number[]
  paymentName: string
}

/** Runs one command against PostgreSQL and says its answer in the model's words. */
async function run(tx: Tx, one: Command, known: Known): Promise<unknown> {
  const purpose = 'test'
  switch (one.type) {
    case 'grant':
      return told(await grantPoints(tx, { ...one, key: `${one.key}`, memberId: one.payer, purpose }))
    case 'passExpiry':
      await passExpiry(tx, one.payer, one.kind)
      return null
    case 'sweep':
      await expireLots(tx)
      return null
    case 'spend':
      return told(
        await spendPoints(tx, { ...one, key: `${one.key}`, payerId: one.payer, payeeId: one.payee, purpose }),
      )
    case 'refund':
      return toldRefund(
        await refundTransfer(tx, {
          ...one,
          key: `${one.key}`,
          transferId: await transferOf(tx, known),
          purpose,
        }),
      )
    case 'hold':
      return toldHold(
        await placeHold(tx, {
          key: `${one.key}`,
          memberId: one.payer,
          points: one.points,
          validSeconds: 600,
        }),
        known,
      )
    case 'captureHold':
      return told(
        await captureHold(tx, {
          ...{ key: `${one.key}`, holdId: nthHold(known, one.hold), payeeId: one.payee },
          ...{ points: one.points, purpose },
        }),
      )
    case 'releaseHold':
      return releaseHold(tx, nthHold(known, one.hold))
    default:
      return runMeter(tx, one)
  }
}

type MeterCommand = Extract<
  Command,
  { type: 'open' | 'start' | 'report' | 'bill' | 'settle' | 'release' | 'pointBack' }
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
      return byCall(await reportMeters(tx, one.readings), one.readings)
    case 'bill': {
      await passDueTime(tx)
      const order = await tx.selectFrom('meter').select('call_id as callId').orderBy('hold_id').execute()
      return byCall(await billDue(tx, 10), order)
    }
    case 'settle': {
      const final = one.chargedMs === null ? undefined : { chargedMs: one.chargedMs, connectedMs: 0 }
      const settled = await settleMeter(tx, one.call, final)
      if (!settled) return null
      const { connectedMs: _, lots, ...rest } = settled
      return { ...rest, lots: pairs(lots) }
    }
    case 'release':
      await releaseMeter(tx, one.call)
      return null
    case 'pointBack': {
      const back = await pointBack(tx, { ...one, callId: one.call, reason: 'connectionLost' })
      return { points: back.points, takenBack: back.takenBackPoints, lots: pairs(back.lots) }
    }
  }
}

/** Answers of several calls have no order of their own. */
function byCall<Answer extends { callId: string }>(answers: Answer[], order: { callId: string }[]): Answer[] {
  const ids = order.map((one) => one.callId)
  return [...answers].sort((a, b) => ids.indexOf(a.callId) - ids.indexOf(b.callId))
}

const pairs = (lots: LotPoints[]) => lots.map((lot) => [lot.kind, lot.points])

function told(answer: Awaited<ReturnType<typeof spendPoints | typeof captureHold>>): unknown {
  return isRefusal(answer) ? answer.refused : { isRepeat: answer.isRepeat, available: answer.available }
}

function toldRefund(answer: Awaited<ReturnType<typeof refundTransfer>>): unknown {
  if (isRefusal(answer)) return answer.refused
  return { points: answer.points, takenBack: answer.takenBackPoints, isRepeat: answer.isRepeat }
}

function toldHold(answer: Awaited<ReturnType<typeof placeHold>>, known: Known): unknown {
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

function nth<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length]
}

async function transferOf(tx: Tx, known: Known): Promise<number> {
  const idem = known.paymentName.replace(/#(\d+)/, (_, nth) => `${known.holdIds[Number(nth)]}`)
  const row = await sql<{ id: number }>`select id from transfer where idem = ${idem}`.execute(tx)
  return row.rows[0]?.id ?? 0
}
