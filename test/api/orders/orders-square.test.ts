import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Webhook } from '#adapters/payments/port.ts'
import type { Order } from '#contract/points/purchase.ts'
import { removeCards } from '#server/points/orders/card-removals.ts'
import { requestRefund } from '#server/points/orders/refunds.ts'
import {
  openSquareStandIn,
  type SquareStandIn,
  squareStandInKeys,
} from '#test/helpers/stand-ins/square-stand-in.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buyerIn, confirmed, expectSound, followUp, orderIn, orderOf, pointsOf } from './orders-world.ts'

let square: SquareStandIn
let world: TestWorld
beforeAll(async () => {
  square = await openSquareStandIn()
  world = await createTestWorld({
    env: {
      PUBLIC_URL: 'https://koyoi.example',
      SQUARE_ACCESS_TOKEN: squareStandInKeys.accessToken,
      SQUARE_LOCATION_ID: squareStandInKeys.locationId,
      SQUARE_APPLICATION_ID: 'sandbox-sq0idb-koyoi',
      SQUARE_WEBHOOK_SIGNATURE_KEY: squareStandInKeys.webhookSignatureKey,
      SQUARE_ENVIRONMENT: 'sandbox',
      SQUARE_API_URL: square.url,
    },
  })
})
afterAll(async () => {
  await world.close()
  await square.close()
  expect(square.undocumented).toEqual([])
})
afterEach(() => expectSound(world))

const pay = async (
  person: Person,
  purchase: ReturnType<typeof confirmed> = confirmed('c1000'),
  { token = 'cnon:card-nonce-ok', saveCard = false } = {},
): Promise<Order> => orderIn(await person.request('squarePayment', { ...purchase, token, saveCard }))

const post = ({ headers, body }: Webhook): Promise<Response> =>
  world.request('/api/webhooks/square', { method: 'POST', headers, body: Buffer.from(body) })
/** Square posts its pending webhooks, in that order. */
const postAll = async (webhooks: readonly Webhook[] = square.webhooks) => {
  for (const webhook of webhooks) expect((await post(webhook)).status).toBe(200)
}
const paymentIdOf = async (orderId: string): Promise<string> => {
  const row = await world.database.db
    .selectFrom('purchase_order')
    .select('payment_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return row.payment_id ?? ''
}

describe('buying with Square', () => {
  it('offers its card fields, and no test cards', async () => {
    const caller = await buyerIn(world)
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      methods: ['card', 'bankTransfer'],
      isSandbox: false,
      cardFields: {
        service: 'square',
        applicationId: 'sandbox-sq0idb-koyoi',
        locationId: squareStandInKeys.locationId,
        script: 'https://sandbox.web.squarecdn.com/v1/square.js',
      },
    })
    expect((await pay(caller, confirmed('c1000'), { token: 'sandbox-approve' })).state).toBe('declined')
  })

  it('grants the points once, though Square reports the payment again and again', async () => {
    const caller = await buyerIn(world)
    const order = await pay(caller)
    expect(order).toMatchObject({ state: 'granted', paidPoints: 1_000 })
    await postAll()
    await postAll()
    expect(await pay(caller, { ...confirmed('c1000'), orderId: order.orderId })).toMatchObject({
      state: 'granted',
    })
    expect(await pointsOf(world, caller)).toBe(1_500)
    expect(square.captures(order.orderId)).toBe(1)
  })

  it('says why a card was declined', async () => {
    const caller = await buyerIn(world)
    const token = 'cnon:stand-in-insufficient-funds'
    expect(await pay(caller, confirmed('c1000'), { token })).toMatchObject({
      state: 'declined',
      declineReason: 'insufficientFunds',
    })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('charges the stored card in one tap', async () => {
    const caller = await buyerIn(world)
    await pay(caller, confirmed('c1000'), { saveCard: true })
    const again = orderIn(await caller.request('quickCharge', confirmed('c3000', 0)))
    expect(again).toMatchObject({ state: 'granted', method: 'savedCard' })
    expect(await pointsOf(world, caller)).toBe(1_500 + 3_150)
    await caller.request('removeSavedCard', {})
    expect(await caller.request('quickCharge', confirmed('c1000', 0))).toMatchObject({
      code: 'savedCardMissing',
    })
  })

  const dueRemovals = async () => {
    await world.database.sql`update card_removal set next_try_at = now()`
    await removeCards(world.context)
  }
  const cardOf = async ({ id }: Person): Promise<string> => {
    const [row] = await world.database.sql<{ card_id: string }[]>`
      select card_id from saved_card where member_id = ${id}`
    return row?.card_id ?? ''
  }

  it('has Square delete a deleted card, though Square is down at that moment', async () => {
    const caller = await buyerIn(world)
    await pay(caller, confirmed('c1000'), { saveCard: true })
    const cardId = await cardOf(caller)
    expect(square.chargeableCards()).toContain(cardId)
    square.setDown(true)
    expect(await caller.request('removeSavedCard', {})).toMatchObject({ type: 'success' })
    await dueRemovals()
    expect(square.chargeableCards()).toContain(cardId)
    await world.database.sql`update card_removal set asked_at = now() - interval '25 hours'`
    await dueRemovals()
    const notices = await world.database
      .sql`select subject from operator_notice where kind = 'cardsNotRemoved'`
    expect(notices).toMatchObject([{ subject: 'square' }])
    square.setDown(false)
    await dueRemovals()
    expect(square.chargeableCards()).not.toContain(cardId)
    expect(await world.database.sql`select 1 from card_removal`).toHaveLength(0)
  })

  it('leaves one chargeable card of a member, the newest', async () => {
    const caller = await buyerIn(world)
    await pay(caller, confirmed('c1000'), { saveCard: true })
    const first = await cardOf(caller)
    await Promise.all([0, 0].map((bonus) => pay(caller, confirmed('c1000', bonus), { saveCard: true })))
    const newest = await cardOf(caller)
    expect(newest).not.toBe(first)
    await dueRemovals()
    const row = await world.database.sql`select 1 from saved_card where member_id = ${caller.id}`
    expect(row).toHaveLength(1)
    const chargeable = square.chargeableCards()
    expect(chargeable).toContain(newest)
    expect(chargeable).not.toContain(first)
    expect(chargeable.length).toBe(
      (await world.database.sql`select 1 from saved_card where gateway = 'square'`).length,
    )
  })

  it.each(['CASH', 'EXTERNAL', 'of another member', 'of the member'])(
    'sends no token to Square that its card fields did not make: %s',
    async (kind) => {
      const [caller, other] = [await buyerIn(world), await buyerIn(world)]
      await pay(kind === 'of the member' ? caller : other, confirmed('c1000'), { saveCard: true })
      const token = kind.startsWith('of') ? await cardOf(kind === 'of another member' ? other : caller) : kind
      const before = square.sources.length
      const order = await pay(caller, confirmed('c1000', kind === 'of the member' ? 0 : 500), { token })
      expect(order).toMatchObject({ state: 'declined', declineReason: 'invalidCard' })
      expect(square.sources.slice(before)).toEqual([])
    },
  )

  it('offers no card that another service stores', async () => {
    const caller = await buyerIn(world)
    await pay(caller, confirmed('c1000'), { saveCard: true })
    await world.database.sql`update saved_card set gateway = 'sandbox' where member_id = ${caller.id}`
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({ savedCard: null })
    expect(await caller.request('quickCharge', confirmed('c1000', 0))).toMatchObject({
      code: 'savedCardMissing',
    })
  })

  it('finds a payment whose answer was lost', async () => {
    const caller = await buyerIn(world)
    square.failNextPayment('answerLost')
    const order = await pay(caller)
    expect(order.state).toBe('paying')
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
    expect(square.captures(order.orderId)).toBe(1)
  })

  it('learns of a lost payment from its webhook, before anybody asks', async () => {
    const caller = await buyerIn(world)
    square.failNextPayment('answerLost')
    const order = await pay(caller)
    await postAll(square.webhooks.slice(-1))
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
  })

  it('gives up what Square never received, and keeps open what it cannot ask about', async () => {
    const caller = await buyerIn(world)
    square.setDown(true)
    const order = await pay(caller)
    await followUp(world, 200)
    expect((await orderOf(caller, order.orderId)).state).toBe('paying')
    square.setDown(false)
    await followUp(world)
    expect((await orderOf(caller, order.orderId)).state).toBe('givenUp')
    expect(square.captures(order.orderId)).toBe(0)
  })

  it('takes the points back when a payment is disputed, and returns them when we win', async () => {
    const caller = await buyerIn(world)
    const order = await pay(caller)
    const paymentId = await paymentIdOf(order.orderId)
    square.dispute(paymentId, 'opened')
    await postAll(square.webhooks.slice(-1))
    expect((await orderOf(caller, order.orderId)).state).toBe('chargedBack')
    expect(await pointsOf(world, caller)).toBe(0)
    square.dispute(paymentId, 'won')
    await postAll(square.webhooks.slice(-1))
    expect((await orderOf(caller, order.orderId)).state).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })
})

describe('a refund that takes Square some time', () => {
  const refunding = async () => {
    const caller = await buyerIn(world)
    const { orderId } = await pay(caller)
    square.refundsBecome('PENDING')
    const refund = { refundId: randomUUID(), orderId, operatorId: 1, reason: '試験' }
    await world.context.db.transaction().execute((tx) => requestRefund(world.context, tx, refund))
    await followUp(world)
    expect((await orderOf(caller, orderId)).state).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(0)
    return { caller, orderId }
  }

  it('is done once it is completed', async () => {
    const { caller, orderId } = await refunding()
    square.refundsBecome('COMPLETED')
    await postAll(square.webhooks.slice(-1))
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'refunded', refundedYen: 1_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it.each(['REJECTED', 'FAILED'] as const)('returns the points once it is %s', async (outcome) => {
    const { caller, orderId } = await refunding()
    square.refundsBecome(outcome)
    await postAll(square.webhooks.slice(-1))
    await followUp(world)
    expect(await orderOf(caller, orderId)).toMatchObject({ state: 'granted', refundedYen: 0 })
    expect(await pointsOf(world, caller)).toBe(1_500)
    square.refundsBecome('COMPLETED')
  })
})

describe('an inquiry', () => {
  it('returns the points when it is closed, and the dispute that follows takes them again', async () => {
    const caller = await buyerIn(world)
    const order = await pay(caller)
    const paymentId = await paymentIdOf(order.orderId)
    for (const [outcome, state] of [
      ['inquired', 'chargedBack'],
      ['inquiryClosed', 'granted'],
      ['opened', 'chargedBack'],
      ['won', 'granted'],
    ] as const) {
      square.dispute(paymentId, outcome)
      await postAll(square.webhooks.slice(-1))
      expect((await orderOf(caller, order.orderId)).state).toBe(state)
    }
    expect(await pointsOf(world, caller)).toBe(1_500)
  })
})

describe('webhooks of a dispute that come out of order', () => {
  /** A paid order, and what posts the webhook of each step when the test wants to. */
  const disputed = async () => {
    const caller = await buyerIn(world)
    const { orderId } = await pay(caller)
    const paymentId = await paymentIdOf(orderId)
    const webhookOf = (outcome: Parameters<SquareStandIn['dispute']>[1], nth = 1): (() => Promise<void>) => {
      square.dispute(paymentId, outcome, nth)
      const made = square.webhooks.slice(-1)
      return () => postAll(made)
    }
    const state = async () => (await orderOf(caller, orderId)).state
    return { caller, webhookOf, state }
  }

  it.each(['lost', 'accepted'] as const)('take the points of one that is %s in the end', async (end) => {
    const { caller, webhookOf, state } = await disputed()
    await webhookOf('inquired')()
    const inquiryClosed = webhookOf('inquiryClosed')
    await webhookOf('opened')()
    await inquiryClosed()
    expect(await state()).toBe('chargedBack')
    await webhookOf(end)()
    expect(await state()).toBe('chargedBack')
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('take them also when the inquiry is closed after the dispute was lost', async () => {
    const { caller, webhookOf, state } = await disputed()
    await webhookOf('inquired')()
    const inquiryClosed = webhookOf('inquiryClosed')
    await webhookOf('lost')()
    await inquiryClosed()
    expect(await state()).toBe('chargedBack')
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('return the points of one that is won, also when the end of its inquiry never comes', async () => {
    const { caller, webhookOf, state } = await disputed()
    await webhookOf('inquired')()
    await webhookOf('opened')()
    await webhookOf('won')()
    expect(await state()).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })

  it('return the points only once each dispute of the payment is won', async () => {
    const { caller, webhookOf, state } = await disputed()
    for (const nth of [1, 2]) await webhookOf('opened', nth)()
    await webhookOf('won', 2)()
    expect(await state()).toBe('chargedBack')
    expect(await pointsOf(world, caller)).toBe(0)
    await webhookOf('won', 1)()
    expect(await state()).toBe('granted')
    expect(await pointsOf(world, caller)).toBe(1_500)
  })
})

describe('the endpoint of its webhooks', () => {
  const anyWebhook = async (): Promise<Webhook> => {
    await pay(await buyerIn(world))
    const webhook = square.webhooks.at(-1)
    if (!webhook) throw new Error('no webhook')
    return webhook
  }

  it('answers 401 to what Square did not sign, and stores nothing of it', async () => {
    const webhook = await anyWebhook()
    const body = Buffer.from(webhook.body.toString().replace('COMPLETED', 'CANCELED'))
    expect((await post({ ...webhook, body })).status).toBe(401)
    expect((await post({ ...webhook, headers: new Headers() })).status).toBe(401)
    expect((await post({ ...webhook, body: Buffer.from('') })).status).toBe(401)
  })

  it('reads no more than the size of a webhook', async () => {
    const webhook = await anyWebhook()
    expect((await post({ ...webhook, body: Buffer.alloc(100_000, 32) })).status).toBe(413)
  })

  it('does not exist for services that are not configured', async () => {
    const webhook = await anyWebhook()
    for (const name of ['paidy', 'storekit', 'sandbox', 'other'])
      expect(
        (
          await world.request(`/api/webhooks/${name}`, {
            method: 'POST',
            headers: webhook.headers,
            body: Buffer.from(webhook.body),
          })
        ).status,
      ).toBe(404)
  })
})
