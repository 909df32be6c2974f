import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { SandboxStoreOutcome } from '#contract/points/sandbox-store.ts'
import { receiveWebhook } from '#server/points/purchase/webhook-routes.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { granted } from '../operators/operator-world.ts'
import { buyerIn, confirmed, expectSound, followUp, orderIn, orderOf, pointsOf } from './orders-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld()
  world.context.payments.start(async (gateway, webhook) => {
    await receiveWebhook(world.context, gateway, webhook)
  })
})
afterAll(async () => {
  await world.context.payments.stop()
  await world.close()
})
afterEach(() => expectSound(world))

type Purchase = ReturnType<typeof confirmed>

const buyInStore = async (
  person: Person,
  { orderId, courseId }: Purchase,
  outcome: SandboxStoreOutcome = 'approve',
): Promise<string> =>
  granted(await person.request('buyInSandboxStore', { orderId, courseId, outcome })).signedTransaction

const confirm = async (person: Person, purchase: Purchase, signedTransaction: string) =>
  orderIn(await person.request('confirmPurchaseForStorekit2', { ...purchase, signedTransaction }))

it('a transaction of the sandbox’s store grants its points once, however often and at once the app sends it', async () => {
  const caller = await buyerIn(world)
  const purchase = confirmed('c3000')
  const signed = await buyInStore(caller, purchase)
  const orders = await Promise.all([1, 2, 3, 4].map(() => confirm(caller, purchase, signed)))
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1)
  expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted', method: 'storekit' })
  expect(await pointsOf(world, caller)).toBe(3_650)
})

it('it pays its own order of its own member, and no other', async () => {
  const [caller, other] = [await buyerIn(world), await buyerIn(world)]
  const purchase = confirmed('c3000')
  const signed = await buyInStore(caller, purchase)
  const notAuthorised = { state: 'declined', declineReason: 'notAuthorised' }
  expect(await confirm(other, confirmed('c3000'), signed)).toMatchObject(notAuthorised)
  expect(await confirm(caller, confirmed('c3000'), signed)).toMatchObject(notAuthorised)
  // Another member who learnt the order's id as well, and comes first.
  const stolen = confirmed('c3000')
  const transaction = await buyInStore(caller, stolen)
  expect(await confirm(other, stolen, transaction)).toMatchObject(notAuthorised)
  expect([await pointsOf(world, caller), await pointsOf(world, other)]).toEqual([0, 0])
  expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted' })
})

it('nothing else is accepted: another signature, another text, a changed price', async () => {
  const caller = await buyerIn(world)
  const purchase = confirmed('c1000')
  const [head = '', body = '', signature = ''] = (await buyInStore(caller, purchase)).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const changed = Buffer.from(JSON.stringify({ ...claims, price: 30_000_000 })).toString('base64url')
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  for (const forged of [
    `${head}.${changed}.${signature}`,
    `${head}.${body}.`,
    `${unsigned}.${changed}.`,
    `${head}.${body}.${signature}.${signature}`,
    'sandbox-approve',
  ]) {
    const order = await confirm(caller, { ...purchase, orderId: randomUUID() }, forged)
    expect(order, forged).toMatchObject({ state: 'declined', declineReason: 'notAuthorised' })
  }
  expect(await pointsOf(world, caller)).toBe(0)
})

it('what was bought counts, even when the point pack has another price by now', async () => {
  const caller = await buyerIn(world)
  const purchase = confirmed('c1000')
  const signed = await buyInStore(caller, purchase)
  const { sql } = world.database
  await sql`update points_course set price_yen = 1100 where id = 'c1000'`
  const order = await confirm(caller, purchase, signed)
  await sql`update points_course set price_yen = 1000 where id = 'c1000'`
  expect(order).toMatchObject({ state: 'granted', paidPoints: 1_000 })
})

it('a store that refunds takes the points back; we can’t refund it ourselves', async () => {
  const caller = await buyerIn(world)
  const purchase = confirmed('c1000')
  await confirm(caller, purchase, await buyInStore(caller, purchase, 'refund'))
  await expect
    .poll(async () => (await orderOf(caller, purchase.orderId)).state, { timeout: 10_000 })
    .toBe('refunded')
  expect(await pointsOf(world, caller)).toBe(0)
  // The app sends it again: the money is gone, and the points stay gone.
  await confirm(caller, purchase, await buyInStore(caller, purchase))
  expect(await pointsOf(world, caller)).toBe(0)

  const kept = confirmed('c1000', 0)
  await confirm(caller, kept, await buyInStore(caller, kept))
  const { sandbox } = world.context.payments
  const record = await sandbox?.find({ orderId: kept.orderId })
  const paymentId = record?.state === 'captured' ? record.paymentId : ''
  expect(await sandbox?.refund({ key: 'ours', paymentId, amountYen: 1_000 })).toBe('refused')
})

it('a purchase that the app sends after its order was given up is granted all the same', async () => {
  const caller = await buyerIn(world)
  const purchase = confirmed('c1000')
  const signed = await buyInStore(caller, purchase)
  await confirm(caller, purchase, `${signed}x`)
  await world.context.payments.sandbox?.giveUp({ orderId: purchase.orderId })
  await followUp(world, 600)
  expect(await confirm(caller, purchase, signed)).toMatchObject({ state: 'granted' })
})

it('the store sells to members who may buy, within their limits', async () => {
  const young = await world.caller(0)
  const { orderId, courseId } = confirmed('c1000')
  expect(await young.request('buyInSandboxStore', { orderId, courseId })).toMatchObject({
    code: 'birthDateMissing',
  })
  const caller = await buyerIn(world)
  expect(await caller.request('buyInSandboxStore', { orderId, courseId: 'c77' })).toMatchObject({
    code: 'courseGone',
  })
  await caller.request('setOwnPurchaseLimit', { monthlyYen: 500 })
  expect(await caller.request('buyInSandboxStore', { orderId, courseId })).toMatchObject({
    code: 'purchaseLimitReached',
  })
})
