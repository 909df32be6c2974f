import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentGateway } from '#adapters/payments/port.ts'
import type { Context } from '#server/context.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { createNodes } from '#server/nodes/nodes.ts'
import { receivePaymentEvents } from '#server/points/orders/payment-events.ts'
import { placeOrder } from '#server/points/orders/place-order.ts'
import { reconcileOrders } from '#server/points/orders/reconcile.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, confirmed, expectSound, orderOf, pointsOf } from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())
afterEach(() => expectSound(world))

const log = createLog('silent')

/**
 * A process beside the world's own, on the same payment service; `restart` is the next one of its data
 * folder.
 */
const process = async () => {
  const parts = { ...world.context, log, id: randomUUID() }
  const nodes = createNodes(parts)
  await nodes.register()
  const context: Context = { ...world.context, log, nodes }
  return {
    context,
    nodes,
    restart: async (): Promise<Context> => {
      const next = createNodes(parts)
      await next.register()
      return { ...context, nodes: next }
    },
  }
}

const sandboxOf = () => {
  const { sandbox } = world.context.payments
  if (!sandbox) throw new Error('no sandbox')
  return sandbox
}

const withGateway = async <Result>(
  changed: Partial<Pick<PaymentGateway, 'pay' | 'find' | 'giveUp'>>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const whole = { ...sandboxOf() }
  Object.assign(sandboxOf(), changed)
  try {
    return await work()
  } finally {
    Object.assign(sandboxOf(), whole)
  }
}

/**
 * Buys in a process that is killed while it asks the service, before the request leaves it or after its
 * answer.
 */
const buyAndDie = async (
  context: Context,
  caller: Person,
  when: 'unsent' | 'unanswered',
): Promise<string> => {
  const purchase = confirmed('c1000', (await bonusOf(caller)) ?? 0)
  const { pay } = sandboxOf()
  const dying: PaymentGateway['pay'] = async (request) => {
    if (when === 'unanswered') await pay(request)
    throw new Error('the process is gone')
  }
  await withGateway({ pay: dying }, () =>
    placeOrder(context, caller.id, {
      ...purchase,
      method: 'card',
      source: { kind: 'card', token: 'sandbox-approve', save: false },
      origin: 'http://localhost',
      networkKey: randomUUID(),
    }),
  )
  expect((await orderOf(caller, purchase.orderId)).state).toBe('paying')
  return purchase.orderId
}

const bonusOf = async (caller: Person) => {
  const info = await caller.request('getCreditPurchaseCourseInfo', {})
  return info.type === 'success' ? info.firstPurchaseBonusPoints : null
}

/** The loop of an app runs every three seconds; a long wait is simulated in fewer, longer steps. */
const letPass = async (context: Context, seconds: number): Promise<void> => {
  const step = seconds > 60 ? 15 : 3
  for (let passed = 0; passed < seconds; passed += step) {
    await world.database.sql`
      update purchase_order set created_at = created_at - make_interval(secs => ${step}),
        next_check_at = next_check_at - make_interval(secs => ${step})`
    await reconcileOrders(context)
  }
}

const checksLeft = async (orderId: string): Promise<boolean> => {
  const [row] = await world.database.sql<{ is_due: boolean }[]>`
    select next_check_at is not null as is_due from purchase_order where id = ${orderId}`
  return row?.is_due ?? false
}

describe('an order whose process was killed', () => {
  it('frees its buyer within 30 s, once the service has reported that nothing was paid', async () => {
    const caller = await buyerIn(world)
    const killed = await process()
    const orders = []
    for (let each = 0; each < 3; each++) orders.push(await buyAndDie(killed.context, caller, 'unsent'))
    const held = confirmed('c1000', 0)
    const send = () => caller.request('squarePayment', { ...held, token: 'sandbox-approve', saveCard: false })
    expect(await send()).toMatchObject({ code: 'paymentsUnderWay' })
    const requests: string[] = []
    const { giveUp } = sandboxOf()
    const next = await killed.restart()
    await withGateway(
      {
        giveUp: (order) => {
          requests.push(order.orderId)
          return giveUp(order)
        },
      },
      async () => {
        await letPass(next, 12)
        expect(requests).toEqual([])
        await letPass(next, 15)
      },
    )
    expect(requests.sort()).toEqual(orders.sort())
    for (const orderId of orders) expect(await orderOf(caller, orderId)).toMatchObject({ state: 'givenUp' })
    expect(await buy(caller, 'sandbox-approve')).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('is granted within 30 s where the service had captured the money, once', async () => {
    const caller = await buyerIn(world)
    const killed = await process()
    const orderId = await buyAndDie(killed.context, caller, 'unanswered')
    const next = await killed.restart()
    await Promise.all([letPass(next, 27), letPass(world.context, 27)])
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('is freed by another process as soon as the killed one has left or another has its folder', async () => {
    const caller = await buyerIn(world)
    const stopped = await process()
    const orderId = await buyAndDie(stopped.context, caller, 'unsent')
    await stopped.nodes.close()
    await letPass(world.context, 27)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'givenUp' })
  })

  it('waits its two minutes while its process may be alive: it beats, or nothing is known yet', async () => {
    const caller = await buyerIn(world)
    const other = await process()
    const orderId = await buyAndDie(other.context, caller, 'unsent')
    await letPass(world.context, 30)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'paying' })
    await world.database.sql`update node set beat_at = now() - interval '1 hour' where id = ${other.nodes.id}`
    await letPass(world.context, 30)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'paying' })
    await letPass(world.context, 75)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'givenUp' })
  })

  it('stays open while the service can’t be asked, and is checked again soon', async () => {
    const caller = await buyerIn(world)
    const killed = await process()
    const orderId = await buyAndDie(killed.context, caller, 'unsent')
    const next = await killed.restart()
    let requests = 0
    const isDown = async () => {
      requests += 1
      throw new Error('down')
    }
    await withGateway({ find: isDown, giveUp: isDown }, () => letPass(next, 60))
    expect([requests >= 4, (await orderOf(caller, orderId)).state]).toEqual([true, 'paying'])
    await letPass(next, 12)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'givenUp' })
  })
})

describe('a payment that turns up after its order was given up', () => {
  /** Given up on the service's word, although it captures the money a moment later. */
  const givenUpTooEarly = async () => {
    const caller = await buyerIn(world)
    const killed = await process()
    const orderId = await buyAndDie(killed.context, caller, 'unanswered')
    const next = await killed.restart()
    const knowsNothing = async () => ({ state: 'none' as const })
    await withGateway({ find: knowsNothing, giveUp: knowsNothing }, () => letPass(next, 27))
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'givenUp' })
    return { caller, orderId, next }
  }

  it('is found by a last request, and granted once beside what was bought since', async () => {
    const { caller, orderId, next } = await givenUpTooEarly()
    const since = await buy(caller, 'sandbox-approve')
    expect(since.state).toBe('granted')
    await letPass(next, 125)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(2_500)
    await letPass(next, 125)
    expect([await pointsOf(world, caller), await checksLeft(orderId)]).toEqual([2_500, false])
  })

  it('is granted once when the service reports it during that request', async () => {
    const { caller, orderId, next } = await givenUpTooEarly()
    const record = await sandboxOf().find({ orderId })
    const paymentId = record.state === 'captured' ? record.paymentId : ''
    const paymentEvent = {
      eventId: randomUUID(),
      kind: 'captured' as const,
      orderId,
      paymentId,
      amountYen: 1_000,
    }
    await Promise.all([
      letPass(next, 125),
      letPass(world.context, 125),
      receivePaymentEvents(world.context, 'sandbox', paymentEvent),
    ])
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('is found although the service was down at the last check, and a failure was reported in between', async () => {
    const { caller, orderId, next } = await givenUpTooEarly()
    const failed = {
      eventId: randomUUID(),
      kind: 'failed' as const,
      orderId,
      paymentId: 'other',
      amountYen: 0,
    }
    await receivePaymentEvents(world.context, 'sandbox', failed)
    await withGateway({ find: async () => Promise.reject(new Error('down')) }, () => letPass(next, 180))
    expect([(await orderOf(caller, orderId)).state, await checksLeft(orderId)]).toEqual(['givenUp', true])
    await letPass(next, 66)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'granted' })
  })

  it('is asked for once and no more where there is none', async () => {
    const caller = await buyerIn(world)
    const killed = await process()
    const orderId = await buyAndDie(killed.context, caller, 'unsent')
    const next = await killed.restart()
    await letPass(next, 27)
    expect(await checksLeft(orderId)).toBe(true)
    await letPass(next, 125)
    expect([(await orderOf(caller, orderId)).state, await checksLeft(orderId)]).toEqual(['givenUp', false])
  })
})
