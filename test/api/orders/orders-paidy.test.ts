import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#contract/points/purchase.ts'
import {
  openPaidyStandIn,
  type PaidyStandIn,
  paidyStandInSecret,
} from '#test/helpers/stand-ins/paidy-stand-in.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buyerIn, confirmed, expectSound, followUp, orderIn, orderOf, pointsOf } from './orders-world.ts'

let paidy: PaidyStandIn
let world: TestWorld
beforeAll(async () => {
  paidy = await openPaidyStandIn()
  world = await createTestWorld({
    env: {
      PAIDY_SECRET_KEY: paidyStandInSecret,
      PAIDY_PUBLIC_KEY: 'pk_test_for_tests',
      PAIDY_API_URL: paidy.url,
    },
  })
})
afterAll(async () => {
  await world.close()
  await paidy.close()
  expect(paidy.undocumented).toEqual([])
})
afterEach(() => expectSound(world))

const capture = async (
  person: Person,
  purchase: ReturnType<typeof confirmed>,
  paymentId: string,
): Promise<Order> => orderIn(await person.request('paidyCaptureRequest', { ...purchase, paymentId }))

const post = (body: string): Promise<Response> =>
  world.request('/api/webhooks/paidy', { method: 'POST', body })
/** What anybody may post: a payment to look at. */
const hint = (paymentId: string) => post(JSON.stringify({ payment_id: paymentId }))
const postLast = async () => {
  const webhook = paidy.webhooks.at(-1)
  return post(Buffer.from(webhook?.body ?? '').toString())
}

describe('buying with Paidy', () => {
  it('offers its checkout', async () => {
    const caller = await buyerIn(world)
    expect(await caller.request('getCreditPurchaseCourseInfo', {})).toMatchObject({
      methods: ['paidy', 'bankTransfer'],
      paidyCheckout: { publicKey: 'pk_test_for_tests', script: 'https://apps.paidy.com/' },
    })
  })

  it('captures what was authorised for this order, once', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000 })
    expect(await capture(caller, purchase, paymentId)).toMatchObject({ state: 'granted', method: 'paidy' })
    expect(await capture(caller, purchase, paymentId)).toMatchObject({ state: 'granted' })
    expect((await postLast()).status).toBe(200)
    expect(await pointsOf(world, caller)).toBe(3_650)
    expect(paidy.captures(purchase.orderId)).toBe(1)
  })

  it('accepts neither another amount nor the authorisation of another order', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const tooLittle = paidy.authorise({ orderRef: purchase.orderId, amount: 1_000 })
    expect(await capture(caller, purchase, tooLittle)).toMatchObject({ declineReason: 'amountMismatch' })
    const other = confirmed('c3000')
    const paid = paidy.authorise({ orderRef: other.orderId, amount: 3_000 })
    await capture(caller, other, paid)
    const again = confirmed('c3000', 0)
    expect(await capture(caller, again, paid)).toMatchObject({ declineReason: 'alreadyUsed' })
    expect(await pointsOf(world, caller)).toBe(3_650)
  })

  it('finds a capture whose answer was lost', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 1_000 })
    paidy.failNextCapture('answerLost')
    expect((await capture(caller, purchase, paymentId)).state).toBe('paying')
    await followUp(world)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
  })

  it('closes an authorisation that it could not capture in time', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 1_000 })
    paidy.failNextCapture('down')
    expect((await capture(caller, purchase, paymentId)).state).toBe('paying')
    await followUp(world, 200)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('givenUp')
    expect(await pointsOf(world, caller)).toBe(0)
    expect(paidy.captures(purchase.orderId)).toBe(0)
  })

  it('stays with the payment that paid, whatever becomes of another one of the same order', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const paid = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000 })
    await capture(caller, purchase, paid)
    expect((await hint(paid)).status).toBe(200)
    const other = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000, status: 'rejected' })
    expect((await hint(other)).status).toBe(200)
    paidy.refund(paid)
    expect((await hint(paid)).status).toBe(200)
    expect(await orderOf(caller, purchase.orderId)).toMatchObject({ state: 'refunded', refundedYen: 3_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it("isn't misled by a rejected payment while the one that the payer sent is being captured", async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const brought = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000 })
    paidy.failNextCapture('answerLost')
    expect((await capture(caller, purchase, brought)).state).toBe('paying')
    await hint(paidy.authorise({ orderRef: purchase.orderId, amount: 3_000, status: 'rejected' }))
    await followUp(world)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
  })

  it('believes the payer that Paidy names, not the first member to send a payment', async () => {
    const [thief, caller] = [await buyerIn(world), await buyerIn(world)]
    const purchase = confirmed('c3000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000 })
    const stolen = confirmed('c3000')
    expect(await capture(thief, stolen, paymentId)).toMatchObject({ declineReason: 'notAuthorised' })
    expect((await capture(caller, purchase, paymentId)).state).toBe('granted')
    expect([await pointsOf(world, thief), await pointsOf(world, caller)]).toEqual([0, 3_650])
  })

  it("neither closes nor captures another member's payment while Paidy can't be asked", async () => {
    const [thief, caller] = [await buyerIn(world), await buyerIn(world)]
    const purchase = confirmed('c3000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 3_000 })
    paidy.setDown(true)
    const stolen = confirmed('c3000')
    expect((await capture(thief, stolen, paymentId)).state).toBe('paying')
    paidy.setDown(false)
    await followUp(world, 200)
    expect((await orderOf(thief, stolen.orderId)).state).toBe('givenUp')
    paidy.failNextCapture('answerLost')
    expect((await capture(caller, purchase, paymentId)).state).toBe('paying')
    await followUp(world)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
    expect([await pointsOf(world, thief), await pointsOf(world, caller)]).toEqual([0, 3_650])
  })

  it('believes Paidy and not a webhook: a forged one grants nothing, an unknown one is refused', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 1_000 })
    expect((await post(JSON.stringify({ payment_id: paymentId, status: 'capture_success' }))).status).toBe(
      200,
    )
    expect(await pointsOf(world, caller)).toBe(0)
    expect((await post(JSON.stringify({ payment_id: 'pay_unknown' }))).status).toBe(401)
    expect((await post('not json')).status).toBe(401)
    paidy.setDown(true)
    expect((await post(JSON.stringify({ payment_id: paymentId }))).status).toBe(503)
    paidy.setDown(false)
  })

  it('asks Paidy no more often than the limits of webhooks allow', async () => {
    const flood = (address: string) =>
      world.request('/api/webhooks/paidy', { method: 'POST', body: '{}' }, address)
    const answers = await Promise.all(Array.from({ length: 610 }, () => flood('198.51.100.9')))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(10)
    expect((await flood('198.51.100.10')).status).toBe(401)
  })
  it('counts a household of IPv6 addresses as one network', async () => {
    const flood = (host: number) =>
      world.request(
        '/api/webhooks/paidy',
        { method: 'POST', body: '{}' },
        `2001:db8:7:9::${host.toString(16)}`,
      )
    const answers = await Promise.all(Array.from({ length: 700 }, (_, host) => flood(host + 1)))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(100)
  })

  it('lets forged ids from everywhere cause few requests to Paidy, and still learns of a real payment', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c1000')
    const paymentId = paidy.authorise({ orderRef: purchase.orderId, amount: 1_000 })
    paidy.failNextCapture('answerLost')
    await capture(caller, purchase, paymentId)
    const before = paidy.lookUps()
    const hint = (id: string, network: number) =>
      world.request(
        '/api/webhooks/paidy',
        { method: 'POST', body: JSON.stringify({ payment_id: id }) },
        `198.18.${network >> 8}.${network & 255}`,
      )
    const answers = await Promise.all(Array.from({ length: 300 }, (_, at) => hint(`pay_made-up-${at}`, at)))
    expect(paidy.lookUps() - before).toBeLessThanOrEqual(30)
    // The webhooks that weren't checked are to be sent again.
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(270)
    expect((await hint(paymentId, 301)).status).toBe(200)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
    // A known id doesn't let a flood through either.
    for (let at = 0; at < 30; at++) await hint(paymentId, at)
    expect(paidy.lookUps() - before).toBeLessThanOrEqual(40)
  })
})
