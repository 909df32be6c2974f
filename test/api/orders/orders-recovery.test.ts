import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentGateway } from '#adapters/payments/port.ts'
import { confirmationVersion } from '#contract/points/purchase.ts'
import type { SandboxCardToken } from '#contract/points/sandbox-cards.ts'
import type { Context } from '#server/context.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { type Purchase, placeOrder } from '#server/points/orders/place-order.ts'
import { finishRefunds, requestRefund } from '#server/points/orders/refunds.ts'
import { type Cut, crashingDb, ProcessDied } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, expectSound, followUp, orderOf, passTime, pointsOf } from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

const purchaseOf = (token: SandboxCardToken): Purchase => ({
  orderId: randomUUID(),
  courseId: 'c1000',
  priceYen: 1_000,
  bonusPoints: 500,
  confirmationVersion,
  method: 'card',
  source: { kind: 'card', token, save: true },
  origin: 'http://localhost',
  networkKey: randomUUID(),
})

/** The context of a process that dies at the cut; what it still logs doesn't matter. */
const dying = (cut?: Cut) => {
  const { db, statements, isDead } = crashingDb(world.database.sql, cut ? { cut } : {})
  const context: Context = { ...world.context, db, log: createLog('silent') }
  return { context, statements, isDead }
}

const placeAndDie = async (context: Context, caller: Person, purchase: Purchase): Promise<void> => {
  await placeOrder(context, caller.id, purchase).catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error
  })
}

/** What the service has captured for an order, by its own books. */
const takenYen = async (orderId: string): Promise<number> => {
  const record = await world.context.payments.sandbox?.find({ orderId })
  return record?.state === 'captured' ? record.amountYen : 0
}

describe('a process that dies during a purchase', () => {
  it.each(['sandbox-approve', 'sandbox-decline', 'sandbox-timeout'] as const)(
    'at whichever statement, with %s: points exactly when the money was captured',
    async (token) => {
      const whole = dying()
      const caller = await buyerIn(world)
      await placeOrder(whole.context, caller.id, purchaseOf(token))
      const { statements } = whole
      expect(statements.length).toBeGreaterThan(10)

      for (let statement = 0; statement < statements.length; statement++) {
        for (const when of ['unsent', 'unanswered'] as const) {
          const buyer = await buyerIn(world)
          const purchase = purchaseOf(token)
          const { context, isDead } = dying({ statement, when })
          await placeAndDie(context, buyer, purchase)
          const where = `${when} ${statement}: ${statements[statement]}`
          expect(isDead(), where).toBe(true)

          await followUp(world)
          await followUp(world, 180)
          const taken = await takenYen(purchase.orderId)
          expect(await pointsOf(world, buyer), where).toBe(taken === 0 ? 0 : 1_500)
          // The browser sends it again: the same order, never another payment.
          await placeOrder(world.context, buyer.id, purchase)
          await followUp(world)
          expect(await pointsOf(world, buyer), where).toBe(
            (await takenYen(purchase.orderId)) === 0 ? 0 : 1_500,
          )
        }
      }
    },
    120_000,
  )
})

/** Runs a work in processes that die at each of its statements in turn, and says where. */
const atEachStatement = async (
  count: number,
  work: (context: Context) => Promise<unknown>,
  afterwards: (where: string) => Promise<void>,
): Promise<void> => {
  for (let statement = 0; statement < count; statement++) {
    for (const when of ['unsent', 'unanswered'] as const) {
      const { context, statements } = dying({ statement, when })
      await work(context).catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error
      })
      await afterwards(`${when} ${statement}: ${statements[statement]}`)
    }
  }
}

describe('a process that dies during an event or a refund', () => {
  it('receives a captured event again, and grants once', async () => {
    const order = async () => {
      const caller = await buyerIn(world)
      return { caller, order: await buy(caller, 'sandbox-challenge') }
    }
    const captured = ({ orderId }: { orderId: string }) => ({
      ...{ eventId: `captured-${orderId}`, kind: 'captured' as const, orderId },
      ...{ paymentId: `late-${orderId}`, amountYen: 1_000 },
    })
    const whole = dying()
    await receivePaymentEvents(whole.context, 'sandbox', captured((await order()).order))
    let story = await order()
    await atEachStatement(
      whole.statements.length,
      (context) => receivePaymentEvents(context, 'sandbox', captured(story.order)),
      async (where) => {
        await receivePaymentEvents(world.context, 'sandbox', captured(story.order))
        expect(await pointsOf(world, story.caller), where).toBe(1_500)
        story = await order()
      },
    )
  }, 60_000)

  it('pays a refund back once, and takes its points once', async () => {
    const bought = async () => {
      const caller = await buyerIn(world)
      const { orderId } = await buy(caller, 'sandbox-approve')
      const refund = { refundId: randomUUID(), orderId, operatorId: 1, reason: '試験' }
      await world.context.db.transaction().execute((tx) => requestRefund(world.context, tx, refund))
      return { caller, orderId }
    }
    const whole = dying()
    await bought()
    await passTime(world, 0)
    await finishRefunds(whole.context)
    let story = await bought()
    await atEachStatement(
      whole.statements.length,
      async (context) => {
        await passTime(world, 0)
        await finishRefunds(context)
      },
      async (where) => {
        await followUp(world)
        expect(await orderOf(story.caller, story.orderId), where).toMatchObject({
          state: 'refunded',
          refundedYen: 1_000,
        })
        const record = await world.context.payments.sandbox?.find({ orderId: story.orderId })
        expect(record, where).toMatchObject({ refundedYen: 1_000 })
        expect(await pointsOf(world, story.caller), where).toBe(0)
        story = await bought()
      },
    )
  }, 60_000)
})

describe('an answer that is lost', () => {
  it('is found out a moment later', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-timeout')
    expect(order.state).toBe('paying')
    await followUp(world, 2)
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('of a service that was never reached ends in nothing, and nothing is owed', async () => {
    const caller = await buyerIn(world)
    await withGateway({ pay: async () => ({ state: 'unknown' }) }, async () => {
      expect((await buy(caller, 'sandbox-approve')).state).toBe('paying')
    })
    await followUp(world, 30)
    expect(await caller.request('getOrders', {})).toMatchObject({ orders: [{ state: 'paying' }] })
    await followUp(world, 120)
    expect(await caller.request('getOrders', {})).toMatchObject({ orders: [{ state: 'givenUp' }] })
    expect((await buy(caller, 'sandbox-approve')).state).toBe('granted')
  })

  it('of a service that is down is requested until the service is up', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-timeout')
    const isDown = async () => Promise.reject(new Error('down'))
    await withGateway({ find: isDown, giveUp: isDown }, async () => {
      await followUp(world, 10)
      await followUp(world, 600)
    })
    expect((await orderOf(caller, order.orderId)).state).toBe('paying')
    await followUp(world)
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
  })

  it('grants its points even after the order was given up', async () => {
    const caller = await buyerIn(world)
    const order = await buy(caller, 'sandbox-timeout')
    await withGateway({ giveUp: async () => ({ state: 'none' }) }, () => followUp(world, 600))
    expect((await orderOf(caller, order.orderId)).state).toBe('givenUp')
    await world.database.sql`update purchase_order set next_check_at = null where id = ${order.orderId}`
    await receiveEvent({ eventId: randomUUID(), kind: 'captured', orderId: order.orderId })
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('grants once when two processes ask at once', async () => {
    const caller = await buyerIn(world)
    const { orderId } = await buy(caller, 'sandbox-timeout')
    await Promise.all(Array.from({ length: 3 }, () => followUp(world, 15, orderId)))
    expect(await pointsOf(world, caller)).toBe(1_500)
  })
})

/** Breaks some of the sandbox's methods for a while. */
const withGateway = async (
  changed: Partial<Pick<PaymentGateway, 'pay' | 'find' | 'giveUp' | 'refund'>>,
  work: () => Promise<unknown>,
): Promise<void> => {
  const sandbox = world.context.payments.sandbox
  if (!sandbox) throw new Error('no sandbox')
  const whole = { ...sandbox }
  Object.assign(sandbox, changed)
  await work().finally(() => Object.assign(sandbox, whole))
}

const receiveEvent = (paymentEvent: { eventId: string; kind: 'captured'; orderId: string }): Promise<void> =>
  receivePaymentEvents(world.context, 'sandbox', {
    ...paymentEvent,
    paymentId: `late-${paymentEvent.orderId}`,
    amountYen: 1_000,
  })
