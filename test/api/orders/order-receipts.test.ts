import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedReceipt } from '#contract/receipts/receipts.ts'
import { readSignedText } from '#domain/receipts/receipt-text.ts'
import { verifyReceipt } from '#server/receipts/verify.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { buy, buyerIn, confirmed, reportRefund } from './orders-world.ts'

let world: TestWorld
let caller: Person
beforeAll(async () => {
  world = await createTestWorld()
  caller = await buyerIn(world)
})
afterAll(() => world.close())

const receiptOf = (person: Person, orderId: string) => person.request('getOrderReceipt', { orderId })

const signedFor = async (orderId: string): Promise<string> => {
  const answer = await receiptOf(caller, orderId)
  if (!('signed' in answer)) throw new Error(answer.message)
  return answer.signed
}

const invoiceFor = async (buyer: Person, orderId: string) => {
  const answer = await receiptOf(buyer, orderId)
  if (!('signed' in answer)) throw new Error(answer.message)
  return answer.invoice
}

it('a purchase has a receipt that anybody can verify', async () => {
  const { orderId } = await buy(caller, 'sandbox-approve', confirmed('c3000'))
  const signed = await signedFor(orderId)
  const body = readSignedText(signed)?.body as SignedReceipt
  expect(body).toMatchObject({
    kind: 'purchase',
    id: orderId,
    fields: {
      priceYen: 3_000,
      taxYen: 272,
      method: 'card',
      paidPoints: 3_000,
      freePoints: 150,
      bonusPoints: 500,
      refundedYen: 0,
      orderState: 'granted',
    },
    checkpoints: [{ hash: null }],
  })
  expect(JSON.stringify(body)).not.toContain(caller.id)
  expect(await verifyReceipt(world.context, signed, undefined)).toMatchObject({
    verdict: 'genuine',
    comparison: { isOnRecord: true, differences: [], checkpoint: 'pending' },
  })
})

it('names the card that paid and the balance right after the purchase, whatever comes later', async () => {
  const buyer = await buyerIn(world)
  const { orderId } = await buy(buyer, 'sandbox-approve', confirmed('c3000'))
  const { balanceAfter } = await invoiceFor(buyer, orderId)
  await buy(buyer, 'sandbox-double-webhook', confirmed('c1000', 0))
  expect(await invoiceFor(buyer, orderId)).toEqual({
    issuer: null,
    registrationNumber: null,
    card: { brand: 'VISA', last4: '1111' },
    balanceAfter,
  })
  expect(await buyer.request('getMyPoint', {})).toMatchObject({ point: balanceAfter + 1_000 })
})

it('shows what has become of the order since', async () => {
  const { orderId } = await buy(caller, 'sandbox-approve', confirmed('c1000', 0))
  const signed = await signedFor(orderId)
  await reportRefund(world, orderId, 1_000)
  const { verdict, comparison } = await verifyReceipt(world.context, signed, undefined)
  expect(verdict).toBe('genuine')
  expect(comparison?.differences).toContainEqual({ field: 'refundedYen', receipt: 0, record: 1_000 })
})

it('belongs to its buyer alone, and does not exist for an order that was never paid', async () => {
  const { orderId } = await buy(caller, 'sandbox-approve', confirmed('c1000', 0))
  expect(await receiptOf(await world.caller(), orderId)).toMatchObject({ code: 'notFound' })
  const declined = await buy(caller, 'sandbox-decline', confirmed('c1000', 0))
  expect(await receiptOf(caller, declined.orderId)).toMatchObject({ code: 'notFound' })
  expect(await receiptOf(caller, randomUUID())).toMatchObject({ code: 'notFound' })
})
