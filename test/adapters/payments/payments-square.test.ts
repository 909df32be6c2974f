import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentGateway, PaymentRequest } from '#adapters/payments/port.ts'
import { createSquare } from '#adapters/payments/square.ts'
import {
  openSquareStandIn,
  type SquareStandIn,
  squareStandInKeys,
} from '#test/helpers/stand-ins/square-stand-in.ts'
import { describePaymentGateway, orderOf, type PaymentEnd } from './payments-suite.ts'

const tokens: Partial<Record<PaymentEnd, string>> = {
  captured: 'cnon:card-nonce-ok',
  lostAnswer: 'cnon:card-nonce-ok',
  declined: 'cnon:card-nonce-declined',
  insufficientFunds: 'cnon:stand-in-insufficient-funds',
  expired: 'cnon:card-nonce-rejected-expiration',
  invalidCard: 'cnon:card-nonce-rejected-cvv',
  challengeFailed: 'cnon:stand-in-verification-required',
  alreadyUsed: 'cnon:card-nonce-already-used',
}
const card = (token = '') => ({ kind: 'card', token, save: false }) as const

const gatewayOf = (standIn: SquareStandIn, timeoutMs = 5_000): PaymentGateway =>
  createSquare({ ...squareStandInKeys, baseUrl: standIn.url, timeoutMs })

const closeTidily = async (standIn: SquareStandIn) => {
  await standIn.close()
  expect(standIn.undocumented).toEqual([])
}

describePaymentGateway({
  name: 'square',
  declines: ['declined', 'insufficientFunds', 'expired', 'invalidCard', 'challengeFailed', 'alreadyUsed'],
  refunds: true,
  savesCards: true,
  signsWebhooks: true,
  create: async () => {
    const standIn = await openSquareStandIn()
    return {
      gateway: gatewayOf(standIn),
      hand: (_, end) => {
        if (end === 'lostAnswer') standIn.failNextPayment('answerLost')
        return card(tokens[end])
      },
      captures: standIn.captures,
      webhooks: () => standIn.webhooks,
      breakDown: (isDown = true) => standIn.setDown(isDown),
      dispute: standIn.dispute,
      stop: () => closeTidily(standIn),
    }
  },
})

describe('Square', () => {
  let standIn: SquareStandIn
  let square: PaymentGateway
  beforeEach(async () => {
    standIn = await openSquareStandIn()
    square = gatewayOf(standIn)
  })
  afterEach(() => closeTidily(standIn))

  const order = (token = 'cnon:card-nonce-ok'): PaymentRequest => ({ ...orderOf(), source: card(token) })

  test('waits no longer than its timeout, and leaves the outcome open', async () => {
    const request = order()
    standIn.failNextPayment('silent')
    expect(await gatewayOf(standIn, 300).pay(request)).toEqual({ state: 'unknown' })
    expect(await square.find(request)).toMatchObject({ state: 'captured' })
  })

  test('finds an order by its reference, many payments and pages back', async () => {
    const request = order()
    for (let before = 0; before < 3; before++) await square.pay(order())
    await square.pay(request)
    for (let after = 0; after < 3; after++) await square.pay(order())
    const { orderId } = request
    expect(await square.find({ orderId })).toMatchObject({ state: 'captured' })
    expect(await square.find({ orderId, requestedAtMs: Date.now() - 1_000 })).toMatchObject({
      state: 'captured',
    })
    expect(await square.find({ orderId, requestedAtMs: Date.now() + 3_600_000 })).toEqual({ state: 'none' })
  })

  test('finds what was paid also when it lists no disputes', async () => {
    const request = order()
    await square.pay(request)
    standIn.hideDisputes()
    expect(await square.find(request)).toMatchObject({ state: 'captured' })
  })

  test('never gives up a payment that is captured but not listed yet', async () => {
    const request = order()
    standIn.failNextPayment('answerLost')
    await square.pay(request)
    standIn.listLate()
    await expect(square.giveUp({ orderId: request.orderId })).rejects.toThrow('nor lists yet')
    expect(await square.giveUp({ orderId: request.orderId })).toMatchObject({ state: 'captured' })
  })

  test('does not take our own wrong keys for a decline', async () => {
    const stranger = createSquare({ ...squareStandInKeys, accessToken: 'another', baseUrl: standIn.url })
    expect(await stranger.pay(order())).toEqual({ state: 'unknown' })
    await expect(stranger.find(order())).rejects.toThrow()
    const { paymentId } = (await square.pay(order())) as { paymentId: string }
    expect(await stranger.refund({ key: 'refund', paymentId, amountYen: 100 })).toBe('unknown')
    await expect(stranger.removeCard({ customerId: '', cardId: 'ccof:1' })).rejects.toThrow()
  })

  test('keeps a captured payment whose card could not be kept', async () => {
    const request = order()
    const saving = { ...request, source: { ...card('cnon:card-nonce-ok'), save: true } }
    standIn.refuseCards()
    expect(await square.pay(saving)).toMatchObject({ state: 'captured', card: undefined })
  })

  test('ignores events of other locations and kinds it does not know', async () => {
    const elsewhere = createSquare({ ...squareStandInKeys, locationId: 'L-SHOP', baseUrl: standIn.url })
    await square.pay(order())
    const [webhook] = standIn.webhooks
    if (!webhook) throw new Error('no webhook')
    expect(await elsewhere.readEvents(webhook)).toEqual([])
    standIn.postEvent('customer.updated', 'customer', 'CUST', { id: 'CUST' })
    const [, other] = standIn.webhooks
    if (!other) throw new Error('no webhook')
    expect(await square.readEvents(other)).toEqual([])
  })
})
