import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPaidy } from '#adapters/payments/paidy.ts'
import type { PaymentGateway, PaymentRequest } from '#adapters/payments/port.ts'
import {
  openPaidyStandIn,
  type PaidyStandIn,
  paidyStandInSecret,
} from '#test/helpers/stand-ins/paidy-stand-in.ts'
import { describePaymentGateway, orderOf, type PaymentEnd } from './payments-suite.ts'

const gatewayOf = (standIn: PaidyStandIn, timeoutMs = 5_000): PaymentGateway =>
  createPaidy({ secretKey: paidyStandInSecret, baseUrl: standIn.url, timeoutMs })

const closeTidily = async (standIn: PaidyStandIn) => {
  await standIn.close()
  expect(standIn.undocumented).toEqual([])
}

/** What the payer authorised, so that paying ends as named. */
const authorise = (
  standIn: PaidyStandIn,
  { orderId, amountYen }: { orderId: string; amountYen: number },
  end: PaymentEnd,
): string => {
  if (end === 'lostAnswer') standIn.failNextCapture('answerLost')
  return standIn.authorise({
    orderRef: end === 'notAuthorised' ? randomUUID() : orderId,
    amount: end === 'amountMismatch' ? amountYen - 1 : amountYen,
    status: end === 'declined' ? 'rejected' : 'authorized',
  })
}

describePaymentGateway({
  name: 'paidy',
  declines: ['declined', 'notAuthorised', 'amountMismatch'],
  refunds: true,
  savesCards: false,
  signsWebhooks: false,
  create: async () => {
    const standIn = await openPaidyStandIn()
    return {
      gateway: gatewayOf(standIn),
      hand: (order, end) => ({ kind: 'paidy', paymentId: authorise(standIn, order, end) }),
      captures: standIn.captures,
      webhooks: () => standIn.webhooks,
      breakDown: (isDown = true) => standIn.setDown(isDown),
      stop: () => closeTidily(standIn),
    }
  },
})

describe('Paidy', () => {
  let standIn: PaidyStandIn
  let paidy: PaymentGateway
  beforeEach(async () => {
    standIn = await openPaidyStandIn()
    paidy = gatewayOf(standIn)
  })
  afterEach(() => closeTidily(standIn))

  const order = (): PaymentRequest & { paymentId: string } => {
    const made = orderOf()
    const paymentId = authorise(standIn, made, 'captured')
    return { ...made, paymentId, source: { kind: 'paidy', paymentId } }
  }

  test('waits no longer than its timeout, and leaves the outcome open', async () => {
    const request = order()
    standIn.failNextCapture('silent')
    expect(await gatewayOf(standIn, 300).pay(request)).toEqual({ state: 'unknown' })
    expect(await paidy.find(request)).toMatchObject({ state: 'captured' })
  })

  test('takes no authorisation of another order, and says when it paid that one', async () => {
    const request = order()
    await paidy.pay(request)
    const thief = { ...orderOf(), source: request.source }
    expect(await paidy.pay(thief)).toEqual({ state: 'declined', reason: 'alreadyUsed' })
  })

  test('takes no other currency', async () => {
    const made = orderOf()
    const paymentId = standIn.authorise({ orderRef: made.orderId, amount: made.amountYen, currency: 'USD' })
    const request: PaymentRequest = { ...made, source: { kind: 'paidy', paymentId } }
    expect(await paidy.pay(request)).toMatchObject({ state: 'declined', reason: 'amountMismatch' })
  })

  test('closes what it gives up, so that it can never be captured', async () => {
    const request = order()
    const { paymentId } = request
    expect(await paidy.find(request)).toEqual({ state: 'open', paymentId })
    expect(await paidy.giveUp(request)).toEqual({ state: 'failed', paymentId, reason: 'notAuthorised' })
    expect(await paidy.pay(request)).toMatchObject({ state: 'declined', reason: 'notAuthorised' })
  })

  test('knows a refund whose answer was lost by its key', async () => {
    const request = order()
    const { paymentId } = request
    await paidy.pay(request)
    const refund = { key: randomUUID(), paymentId, amountYen: 1_000 }
    standIn.failNextRefund('answerLost')
    expect(await paidy.refund(refund)).toBe('unknown')
    expect(await paidy.refund(refund)).toBe('refunded')
    expect(await paidy.find(request)).toMatchObject({ refundedYen: 1_000 })
  })

  test('believes Paidy, not who posts: a made-up capture is no event', async () => {
    const { paymentId } = order()
    const body = Buffer.from(JSON.stringify({ payment_id: paymentId, status: 'capture_success' }))
    const webhook = { headers: new Headers(), body, url: 'https://koyoi.example/' }
    expect(await paidy.readEvents(webhook)).toEqual([])
    const path = Buffer.from(JSON.stringify({ payment_id: '../tokens', status: 'capture_success' }))
    expect(await paidy.readEvents({ ...webhook, body: path })).toBe('unsigned')
    standIn.setDown(true)
    await expect(paidy.readEvents(webhook)).rejects.toThrow('500')
  })

  test('does not take our own wrong keys for a decline', async () => {
    const request = order()
    await paidy.pay(request)
    const stranger = createPaidy({ secretKey: 'sk_test_another', baseUrl: standIn.url })
    expect(await stranger.pay(order())).toEqual({ state: 'unknown' })
    await expect(stranger.find(request)).rejects.toThrow('401')
    const { paymentId } = request
    expect(await stranger.refund({ key: 'refund', paymentId, amountYen: 100 })).toBe('unknown')
  })

  test('has no card to remove', async () => {
    expect(await paidy.removeCard({ customerId: '', cardId: '' })).toBeUndefined()
  })
})
