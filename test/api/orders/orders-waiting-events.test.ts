import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PaymentEvent } from '#adapters/payments/port.ts'
import { applyWaitingEvents, receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, expectSound, orderOf } from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

/** A payment event that no order knows. */
const stray = async (kind: PaymentEvent['kind'], paymentId = `stray-${randomUUID()}`) => {
  const paymentEvent = { eventId: `${paymentId}:${kind}`, kind, paymentId, amountYen: 1_000 }
  await receivePaymentEvents(world.context, 'sandbox', paymentEvent)
  return paymentId
}

const storedOf = async (paymentId: string) => {
  const [row] = await world.database.sql<{ waits_sec: number | null }[]>`
    select extract(epoch from next_try_at - clock_timestamp())::float as waits_sec from payment_event
    where payment_id = ${paymentId}`
  return row
}

/** What `work` postponed waits this long from then on; work that takes a while itself uses a part of it. */
const expectPutOff = async (paymentId: string, waitsSec: number, work: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await work()
  const left = (await storedOf(paymentId))?.waits_sec ?? Number.NaN
  const elapsedSec = (performance.now() - startedAt) / 1_000
  expect(Math.abs(left - waitsSec)).toBeLessThanOrEqual(0.1 + elapsedSec)
}

/** The event came this long ago, and is due. */
const cameAgo = async (paymentId: string, age: string): Promise<void> => {
  await world.database.sql`
    update payment_event set received_at = now() - ${age}::interval, next_try_at = now()
    where payment_id = ${paymentId}`
}

const noticesOf = async (paymentId: string) => {
  const rows = await world.database.sql<{ text: string; times: number }[]>`
    select text, times from operator_notice where kind = 'waitingPaymentEvent' and subject = ${`payment:${paymentId}`}`
  return rows.map(({ text, times }) => ({ text, times }))
}

it("isn't delayed by any number of events that find no order", async () => {
  await Promise.all(Array.from({ length: 105 }, () => stray('captured')))
  const caller = await buyerIn(world)
  const { orderId } = await buy(caller, 'sandbox-challenge')
  const paymentId = `late-${orderId}`
  const about = { paymentId, orderId, amountYen: 1_000 }
  await receivePaymentEvents(world.context, 'sandbox', {
    eventId: `${orderId}:1`,
    kind: 'refunded',
    ...about,
  })
  expect((await orderOf(caller, orderId)).state).toBe('challenge')
  await receivePaymentEvents(world.context, 'sandbox', {
    eventId: `${orderId}:2`,
    kind: 'captured',
    ...about,
  })
  await applyWaitingEvents(world.context)
  expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_000 })
})

it('stores nothing of failed payments without an order: anybody can make those', async () => {
  expect(await storedOf(await stray('failed'))).toBeUndefined()
})

it('tries again after as long as it has waited, an hour at most', async () => {
  const paymentId = `stray-${randomUUID()}`
  await expectPutOff(paymentId, 3, () => stray('captured', paymentId))
  for (const [age, waits] of [
    ['1 second', 3],
    ['10 minutes', 600],
    ['2 days', 3_600],
  ] as const) {
    await expectPutOff(paymentId, waits, async () => {
      await cameAgo(paymentId, age)
      await applyWaitingEvents(world.context)
    })
  }
})

it('alerts the operators after an hour, once, and again when it ends after a week', async () => {
  const paymentId = await stray('captured')
  const triedAfter = async (age: string) => {
    await cameAgo(paymentId, age)
    await applyWaitingEvents(world.context)
    return noticesOf(paymentId)
  }
  expect(await triedAfter('59 minutes')).toEqual([])
  const notice = { text: expect.stringContaining(`決済 ${paymentId}`), times: 1 }
  expect(await triedAfter('61 minutes')).toEqual([notice])
  expect(await triedAfter('3 hours')).toEqual([notice])
  expect(await triedAfter('8 days')).toEqual([{ text: expect.stringContaining('7日'), times: 2 }])
  expect(await storedOf(paymentId)).toEqual({ waits_sec: null })
})
