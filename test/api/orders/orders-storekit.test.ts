import { createHmac } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signTransaction } from '#adapters/payments/sandbox/store.ts'
import type { Order } from '#contract/points/purchase.ts'
import { payerKeyOf } from '#server/points/orders/request-payment.ts'
import {
  type AppleStandIn,
  appleStandInApp,
  openAppleStandIn,
} from '#test/helpers/stand-ins/apple-stand-in.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buyerIn, confirmed, expectSound, followUp, orderIn, orderOf, pointsOf } from './orders-world.ts'

let apple: AppleStandIn
let world: TestWorld
let folder: string
beforeAll(async () => {
  apple = await openAppleStandIn()
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-apple-'))
  const fileOf = (name: string) => path.join(folder, name)
  await writeFile(fileOf('root.cer'), apple.root)
  await writeFile(fileOf('key.p8'), apple.api.privateKey)
  world = await createTestWorld({
    env: {
      STOREKIT_BUNDLE_ID: appleStandInApp.bundleId,
      STOREKIT_PRODUCTS: Object.entries(appleStandInApp.products)
        .map(([id, yen]) => `${id}=${yen}`)
        .join(','),
      STOREKIT_ENVIRONMENT: 'sandbox',
      STOREKIT_ROOT_CERTIFICATES: fileOf('root.cer'),
      STOREKIT_ONLINE_CHECKS: 'false',
      STOREKIT_ISSUER_ID: apple.api.issuerId,
      STOREKIT_KEY_ID: apple.api.keyId,
      STOREKIT_PRIVATE_KEY_FILE: fileOf('key.p8'),
      STOREKIT_API_URL: apple.api.baseUrl,
    },
  })
})
afterAll(async () => {
  await world.close()
  await apple.close()
  await rm(folder, { recursive: true })
  expect(apple.undocumented).toEqual([])
})
afterEach(() => expectSound(world))

type Purchase = ReturnType<typeof confirmed>
const confirm = async (person: Person, purchase: Purchase, signedTransaction: string): Promise<Order> =>
  orderIn(await person.request('confirmPurchaseForStorekit2', { ...purchase, signedTransaction }))
const buyInApp = ({ orderId }: Purchase, productId = 'jp.koyoi.points.3000') =>
  apple.buy({ productId, appAccountToken: orderId })
const postLast = async (): Promise<number> => {
  const webhook = apple.webhooks.at(-1)
  const body = Buffer.from(webhook?.body ?? '')
  return (await world.request('/api/webhooks/storekit', { method: 'POST', body })).status
}
const transactionIdOf = (signed: string): string =>
  JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()).transactionId
const noticesOf = async (paymentId: string): Promise<string[]> => {
  const rows = await world.database.sql<{ text: string }[]>`
    select text from operator_notice where kind = 'otherPayment' and subject = ${`payment:${paymentId}`}`
  return rows.map(({ text }) => text)
}

describe('buying in the App Store', () => {
  it('grants the points of what was bought for this order, once', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted', method: 'storekit' })
    expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(3_650)
  })

  it('accepts no forged transaction and none of another order', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c10000')
    const forged = apple.forge(buyInApp(purchase))
    expect(await confirm(caller, purchase, forged)).toMatchObject({ declineReason: 'notAuthorised' })
    const other = confirmed('c3000')
    expect(await confirm(caller, other, buyInApp(confirmed('c3000')))).toMatchObject({
      declineReason: 'notAuthorised',
    })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('accepts nothing of the sandbox’s store, which does not exist beside keys, and whose key is not Apple’s', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c10000')
    const { orderId, courseId } = purchase
    expect(await caller.request('buyInSandboxStore', { orderId, courseId })).toMatchObject({
      code: 'notFound',
    })
    const { secret } = world.context
    const bought = {
      orderId,
      payerKey: payerKeyOf(world.context, caller.id),
      productId: courseId,
      priceYen: 10_000,
    }
    const signatureKey = createHmac('sha256', secret).update('sandbox-webhooks').digest()
    const signed = signTransaction(signatureKey, { ...bought, outcome: 'approve' }, Date.now())
    expect(await confirm(caller, purchase, signed)).toMatchObject({ declineReason: 'notAuthorised' })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('counts what was bought: a point pack whose price has changed since, or another one', async () => {
    const caller = await buyerIn(world)
    const { sql } = world.database
    await sql`update points_course set price_yen = 3200 where id = 'c3000'`
    const changed = confirmed('c3000')
    const order = await confirm(caller, changed, buyInApp(changed))
    await sql`update points_course set price_yen = 3000 where id = 'c3000'`
    expect(order).toMatchObject({ state: 'granted', paidPoints: 3_000, freePoints: 0 })
    const dearer = confirmed('c10000')
    expect(await confirm(caller, dearer, buyInApp(dearer))).toMatchObject({
      paidPoints: 3_000,
      freePoints: 0,
    })
    expect(await pointsOf(world, caller)).toBe(6_000)
  })

  it('stores no order of repeated forgeries, and still accepts what Apple was paid for', async () => {
    const caller = await buyerIn(world)
    const bring = (purchase: Purchase, signedTransaction: string) =>
      caller.request('confirmPurchaseForStorekit2', { ...purchase, signedTransaction })
    const forged = apple.forge(buyInApp(confirmed('c3000')))
    const answers = []
    for (let time = 0; time < 20; time++) answers.push(await bring(confirmed('c3000'), forged))
    expect(answers.at(-1)).toMatchObject({ code: 'paymentTriesTooMany' })
    expect(await caller.request('getOrders', {})).toMatchObject({ orders: { length: 5 } })
    const purchase = confirmed('c3000')
    expect(await confirm(caller, purchase, buyInApp(purchase))).toMatchObject({ state: 'granted' })
  })

  it('accepts a transaction that the app sends again after the order was given up', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    await confirm(caller, purchase, apple.forge(signed))
    await world.database.sql`update purchase_order set state = 'givenUp' where id = ${purchase.orderId}`
    expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted' })
    expect(await pointsOf(world, caller)).toBe(3_650)
  })

  it('grants points for money that Apple captured beyond what the member may buy', async () => {
    const caller = await buyerIn(world)
    await caller.request('setOwnPurchaseLimit', { monthlyYen: 0 })
    const purchase = confirmed('c3000')
    expect(await confirm(caller, purchase, buyInApp(purchase))).toMatchObject({ state: 'granted' })
  })

  it('grants points for a point pack that was withdrawn after Apple captured its price', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    await world.database.sql`update points_course set is_on_sale = false where id = 'c3000'`
    expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted' })
    await world.database.sql`update points_course set is_on_sale = true where id = 'c3000'`
  })

  it('learns from Apple what the app never sent', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    await confirm(caller, purchase, apple.forge(signed))
    apple.notify('ONE_TIME_CHARGE', transactionIdOf(signed))
    expect(await postLast()).toBe(200)
    await followUp(world)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
  })

  it('takes the points back when Apple refunds', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    await confirm(caller, purchase, signed)
    apple.refund(transactionIdOf(signed))
    expect(await postLast()).toBe(200)
    expect(await postLast()).toBe(200)
    expect(await orderOf(caller, purchase.orderId)).toMatchObject({ state: 'refunded', refundedYen: 3_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('returns them when Apple reverses its refund, even when that is reported first', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    const signed = buyInApp(purchase)
    await confirm(caller, purchase, signed)
    apple.refund(transactionIdOf(signed))
    const refund = apple.webhooks.at(-1)
    apple.notify('REFUND_REVERSED', transactionIdOf(signed))
    expect(await postLast()).toBe(200)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
    const body = Buffer.from(refund?.body ?? '')
    await world.request('/api/webhooks/storekit', { method: 'POST', body })
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    expect(await orderOf(caller, purchase.orderId)).toMatchObject({ state: 'granted', refundedYen: 0 })
    expect(await pointsOf(world, caller)).toBe(3_650)
  })

  it('keeps the purchase that paid: a second one for the same order is for an operator', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c10000')
    const paid = buyInApp(purchase, 'jp.koyoi.points.10000')
    expect((await confirm(caller, purchase, paid)).state).toBe('granted')
    const second = transactionIdOf(buyInApp(purchase, 'jp.koyoi.points.1000'))
    apple.notify('ONE_TIME_CHARGE', second)
    expect(await postLast()).toBe(200)
    expect(await noticesOf(second)).toEqual([
      expect.stringContaining(`別の決済 ${second} で1,000円が支払われました`),
    ])
    apple.refund(second)
    expect(await postLast()).toBe(200)
    expect((await orderOf(caller, purchase.orderId)).state).toBe('granted')
    expect(await noticesOf(second)).toEqual([
      expect.stringContaining(`別の決済 ${second} で1,000円が返金されました`),
    ])
    apple.refund(transactionIdOf(paid))
    expect(await postLast()).toBe(200)
    expect(await orderOf(caller, purchase.orderId)).toMatchObject({ state: 'refunded', refundedYen: 10_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('accepts no purchase that Apple has refunded, though the earlier signature does not mention it', async () => {
    const caller = await buyerIn(world)
    const purchase = confirmed('c3000')
    expect((await confirm(caller, purchase, 'x.y.z')).state).toBe('declined')
    const signed = buyInApp(purchase)
    apple.refund(transactionIdOf(signed))
    expect(await postLast()).toBe(200)
    expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'refunded', refundedYen: 3_000 })
    expect(await pointsOf(world, caller)).toBe(0)
    await followUp(world)
    expect(await orderOf(caller, purchase.orderId)).toMatchObject({ state: 'refunded', refundedYen: 3_000 })
    expect(await pointsOf(world, caller)).toBe(0)
  })

  it('ignores notices that Apple did not sign', async () => {
    const body = JSON.stringify({ signedPayload: 'a.b.c' })
    expect((await world.request('/api/webhooks/storekit', { method: 'POST', body })).status).toBe(401)
  })
})
