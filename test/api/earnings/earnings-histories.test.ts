/**
 * Random histories of what broadcasters earn: payments from several lots, refunds, purchases and their
 * disputes, payouts requested, paid and refused. After each step every point of the earnings has exactly one
 * state.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isRefusal } from '#contract/core/refusal.ts'
import { payoutPointsMin } from '#domain/points/payout.ts'
import type { Tx } from '#server/db/database.ts'
import { freezeEarnings, liftFreeze, reverseEarnings } from '#server/points/earnings/freezes.ts'
import { savePayoutAccount } from '#server/points/earnings/payout-account.ts'
import { approvePayout, payPayout, refusePayout, requestPayout } from '#server/points/earnings/payouts.ts'
import { earningLines } from '#server/points/earnings/queries.ts'
import { refundTransfer, spendPoints } from '#server/points/ledger/ledger.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { postAt } from '#server/points/ledger/posting-time.ts'
import { repeats } from '#test/helpers/test-length.ts'
import { balanceOf, broadcasterId, callerId, eachUndone, give } from '../ledger/ledger-fixture.ts'
import { aPurchase, bankAccount, daysAgo } from './earnings-steps.ts'

type Step =
  | { type: 'pay'; points: number; daysAgo: number; sharePercent: number }
  | { type: 'giveFree'; points: number }
  | { type: 'buy'; points: number; daysAgo: number }
  | { type: 'return'; payment: number; percent: number; paidByPlatform: boolean }
  | { type: 'ask' | 'pay out' | 'refuse' }
  | { type: 'dispute' | 'win' | 'lose'; order: number }

const nth = fc.nat({ max: 9 })
const points = fc.integer({ min: 1, max: 9_000 })
const age = fc.constantFrom(1, 6, 8, 40)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('pay' as const),
      points,
      daysAgo: age,
      sharePercent: fc.constantFrom(40, 55),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('giveFree' as const), points }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('buy' as const), points, daysAgo: age }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('return' as const),
      payment: nth,
      percent: fc.integer({ min: 1, max: 100 }),
      paidByPlatform: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constantFrom('ask' as const, 'pay out' as const, 'refuse' as const) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('dispute' as const, 'win' as const, 'lose' as const),
      order: nth,
    }),
  },
)

/** A usual payout, and a dispute that is lost, among which the other steps of a history fall. */
const paidOut: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.integer({ min: 8_000, max: 20_000 }),
    fc.integer({ min: 6_000, max: 8_000 }),
    fc.oneof(
      fc.constant<Step[]>([{ type: 'pay out' }]),
      fc.constant<Step[]>([{ type: 'refuse' }]),
      nth.map((order): Step[] => [{ type: 'dispute', order }, { type: 'pay out' }]),
    ),
  )
  .map(([bought, spent, end]): Step[] => [
    { type: 'buy', points: bought, daysAgo: 40 },
    { type: 'pay', points: spent, daysAgo: 8, sharePercent: 55 },
    { type: 'ask' },
    ...end,
  ])
const lost: fc.Arbitrary<Step[]> = nth.map((order): Step[] => [
  { type: 'dispute', order },
  { type: 'lose', order },
])
const history: fc.Arbitrary<Step[]> = fc
  .tuple(
    paidOut,
    fc.array(
      fc.oneof({ weight: 12, arbitrary: step.map((one) => [one]) }, { weight: 2, arbitrary: paidOut }, lost),
      { minLength: 3, maxLength: 14 },
    ),
  )
  .map(([first, rest]) => [...first, ...rest.flat()])

let tx: Tx
eachUndone((transaction) => {
  tx = transaction
})

/** What happened in the histories: they prove something only if all of it happened. */
const seen = { paid: 0, refused: 0, taken: 0, owed: 0, frozen: 0 }
const historyCount = repeats({ usual: 40, long: 1_000 })

test('no order of refunds, disputes and payouts loses, invents or pays an earned point twice', {
  timeout: repeats({ usual: 240_000, long: 1_800_000 }),
}, async () => {
  await savePayoutAccount({ secret: randomBytes(32), now: Date.now }, tx, broadcasterId, bankAccount)
  const { id: operatorId } = await tx
    .insertInto('operator')
    .values({ mail: 'one@example.jp', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      await sql`${sql.raw('savepoint before')}`.execute(tx)
      const world = new History(operatorId)
      for (const one of steps) {
        await world.run(one)
        await expectWhole(world)
      }
      expect(await checkLedger(tx)).toEqual([])
      await sql`${sql.raw('rollback to savepoint before')}`.execute(tx)
    }),
    { numRuns: historyCount },
  )
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(historyCount / 20)
})

class History {
  readonly payments: number[] = []
  readonly orders: string[] = []
  open: string | null = null
  paidOut = 0
  taken = 0
  readonly #operatorId: number

  constructor(operatorId: number) {
    this.#operatorId = operatorId
  }

  async run(one: Step): Promise<void> {
    switch (one.type) {
      case 'pay': {
        await postAt(tx, daysAgo(one.daysAgo))
        const present = { key: randomUUID(), payerId: callerId, payeeId: broadcasterId, purpose: 'present' }
        const paid = await spendPoints(tx, { ...present, points: one.points, sharePercent: one.sharePercent })
        if (!isRefusal(paid)) this.payments.push(paid.transferId)
        return
      }
      case 'giveFree':
        return give(tx, callerId, one.points, { kind: 'free' })
      case 'buy': {
        const orderId = randomUUID()
        this.orders.push(orderId)
        return aPurchase(tx, { points: one.points, orderId, at: daysAgo(one.daysAgo) })
      }
      case 'return':
        return this.#giveBack(one.payment, one.percent, one.paidByPlatform)
      case 'ask':
        return this.#requestPayout()
      case 'pay out':
      case 'refuse':
        return this.#decide(one.type)
      default:
        return this.#dispute(one.type, one.order)
    }
  }

  async #giveBack(payment: number, percent: number, paidByPlatform: boolean): Promise<void> {
    const transferId = this.payments[payment % this.payments.length]
    if (transferId === undefined) return
    const { amount } = await tx
      .selectFrom('transfer')
      .select('amount')
      .where('id', '=', transferId)
      .executeTakeFirstOrThrow()
    const part = Math.ceil((amount * percent) / 100)
    const refund = { key: randomUUID(), transferId, points: part, paidByPlatform, purpose: 'operator' }
    await refundTransfer(tx, refund)
  }

  async #requestPayout(): Promise<void> {
    const before = await states()
    const payoutId = randomUUID()
    const answer = await requestPayout(Date, tx, broadcasterId, payoutId)
    const due = before.payable - before.owed
    if (this.open) expect(answer).toEqual({ refused: 'payoutOpen' })
    else if (due < payoutPointsMin) expect(answer).toEqual({ refused: 'payoutTooLittle' })
    else {
      expect(answer).toMatchObject({ points: due })
      this.open = payoutId
    }
  }

  async #decide(how: 'pay out' | 'refuse'): Promise<void> {
    if (!this.open) return
    const { requested } = await states()
    const approved = how === 'pay out' ? await approvePayout(tx, this.open, this.#operatorId) : null
    if (approved && !isRefusal(approved)) {
      expect(await payPayout(tx, this.open)).toEqual({ isRepeat: false })
      this.paidOut += requested
      seen.paid++
    } else {
      expect(await refusePayout(tx, this.open, '確認中')).toEqual({ isRepeat: false })
      seen.refused++
    }
    this.open = null
  }

  async #dispute(how: 'dispute' | 'win' | 'lose', order: number): Promise<void> {
    const orderId = this.orders[order % this.orders.length]
    if (orderId === undefined) return
    if (how === 'dispute') await freezeEarnings(tx, { disputeId: orderId, orderId })
    else if (how === 'win') await liftFreeze(tx, orderId)
    else {
      const lost = await reverseEarnings(tx, orderId)
      if (isRefusal(lost) || lost.isRepeat) return
      this.taken += lost.points
      if (lost.points > 0) seen.taken++
    }
  }
}

interface States {
  pending: number
  payable: number
  frozen: number
  requested: number
  paid: number
  owed: number
}

async function states(): Promise<States> {
  const { rows } = await sql<States>`
    select t.* from account a cross join lateral earning_totals(a.id) t
    where a.kind = 'earnings' and a.owner_id = ${broadcasterId}`.execute(tx)
  return rows[0] ?? { pending: 0, payable: 0, frozen: 0, requested: 0, paid: 0, owed: 0 }
}

async function expectWhole(world: History): Promise<void> {
  const now = await states()
  const balance = await balanceOf(tx, 'earnings', broadcasterId)
  const debt = await balanceOf(tx, 'debt', broadcasterId)
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(debt).toBeLessThanOrEqual(0)
  // Every point of the account, less what the broadcaster owes, is in one state.
  expect(now.pending + now.payable + now.frozen + now.requested - now.owed).toBe(balance + debt)
  expect(now.paid).toBe(world.paidOut)
  const { lines } = await earningLines(tx, broadcasterId, { limit: 1_000 })
  const earned = lines.reduce((sum, line) => sum + line.earned, 0)
  expect(earned).toBe(balance + debt + world.paidOut + world.taken)
  if (now.frozen > 0) seen.frozen++
  if (now.owed > 0) seen.owed++
}
