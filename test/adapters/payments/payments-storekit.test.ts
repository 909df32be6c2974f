import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentGateway, PaymentRequest } from '#adapters/payments/port.ts'
import { appleRootCertificate } from '#adapters/payments/storekit/apple-root.ts'
import { createStoreKit, type StoreKitOptions } from '#adapters/payments/storekit.ts'
import {
  type AppleStandIn,
  appleStandInApp,
  openAppleStandIn,
} from '#test/helpers/stand-ins/apple-stand-in.ts'
import { describePaymentGateway, orderOf } from './payments-suite.ts'

const gatewayOf = (apple: AppleStandIn, given: Partial<StoreKitOptions> = {}): PaymentGateway =>
  createStoreKit({
    ...appleStandInApp,
    rootCertificates: [apple.root],
    hasOnlineChecks: false,
    api: apple.api,
    ...given,
  })

const closeTidily = async (apple: AppleStandIn) => {
  await apple.close()
  expect(apple.undocumented).toEqual([])
}

describePaymentGateway({
  name: 'storekit',
  declines: ['notAuthorised'],
  refunds: false,
  savesCards: false,
  signsWebhooks: true,
  create: async () => {
    const apple = await openAppleStandIn()
    return {
      gateway: gatewayOf(apple),
      hand: ({ orderId }, end) => {
        const signed = apple.buy({
          appAccountToken: end === 'notAuthorised' ? orderOf().orderId : orderId,
          productId: 'jp.koyoi.points.3000',
        })
        return { kind: 'storekit', signedTransaction: signed }
      },
      captures: (orderId) => apple.sold(orderId, 'jp.koyoi.points.3000'),
      webhooks: () => apple.webhooks,
      refundOutside: (paymentId) => apple.refund(paymentId),
      stop: () => closeTidily(apple),
    }
  },
})

describe('StoreKit', () => {
  let apple: AppleStandIn
  let storekit: PaymentGateway
  beforeEach(async () => {
    apple = await openAppleStandIn()
    storekit = gatewayOf(apple)
  })
  afterEach(() => closeTidily(apple))

  const order = (traits: Record<string, unknown> = {}): PaymentRequest => {
    const made = orderOf()
    const signedTransaction = apple.buy({ appAccountToken: made.orderId, ...traits })
    return { ...made, source: { kind: 'storekit', signedTransaction } }
  }
  const buy = async (request = order()) => {
    const answer = await storekit.pay(request)
    if (answer.state !== 'captured') throw new Error(JSON.stringify(answer))
    return { ...answer, orderId: request.orderId }
  }
  const lastEvents = () => {
    const webhook = apple.webhooks.at(-1)
    if (!webhook) throw new Error('no notice')
    return storekit.readEvents(webhook)
  }

  test('trusts the root that Apple publishes', () => {
    const root = new X509Certificate(appleRootCertificate())
    expect(root.fingerprint256.replaceAll(':', '')).toBe(
      '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179',
    )
    expect(root.verify(root.publicKey)).toBe(true)
  })

  test('reads a root in PEM as well', async () => {
    const pem = Buffer.from(new X509Certificate(apple.root).toString())
    expect(await gatewayOf(apple, { rootCertificates: [pem] }).pay(order())).toMatchObject({
      state: 'captured',
    })
  })

  test.each([
    ['of another app', { bundleId: 'jp.elsewhere.app' }],
    ['of the other environment', { environment: 'Production' }],
    ['for another order', { appAccountToken: '6f0f6b9e-52a4-4e8a-9d3c-0d2e5a4c7b11' }],
    ['for nobody', { appAccountToken: undefined }],
    ['that Apple took back', { revocationDate: 1_800_000_000_000, revocationReason: 0 }],
  ])('declines a purchase %s', async (_, traits) => {
    expect(await storekit.pay(order(traits))).toMatchObject({ state: 'declined', reason: 'notAuthorised' })
  })

  test('declines what another root signed, and what is no transaction', async () => {
    const request = order()
    const signed = { bundleId: 'jp.koyoi.app', environment: 'Sandbox', appAccountToken: request.orderId }
    const forgeries = [apple.signByStranger(signed), 'a.b.c', '', 'null']
    for (const signedTransaction of forgeries)
      expect(await storekit.pay({ ...request, source: { kind: 'storekit', signedTransaction } })).toEqual({
        state: 'declined',
        reason: 'notAuthorised',
      })
  })

  test('counts what was bought, and nothing of a product that we do not sell', async () => {
    expect(await storekit.pay(order({ quantity: 2 }))).toMatchObject({ state: 'captured', amountYen: 6_000 })
    expect(await storekit.pay(order({ productId: 'jp.koyoi.unknown' }))).toMatchObject({
      reason: 'amountMismatch',
    })
  })

  test("takes a purchase made in the payer's name", async () => {
    const request = order()
    const signedTransaction = apple.buy({ appAccountToken: request.payerKey })
    expect(await storekit.pay({ ...request, source: { kind: 'storekit', signedTransaction } })).toMatchObject(
      { state: 'captured' },
    )
  })

  test('tells of a purchase the app never brought', async () => {
    const { orderId, paymentId } = await buy()
    apple.notify('ONE_TIME_CHARGE', paymentId)
    expect(await lastEvents()).toEqual([
      { eventId: `${paymentId}:captured`, kind: 'captured', paymentId, orderId, amountYen: 3_000 },
    ])
  })

  test('tells of a refund in part, and of one taken back', async () => {
    const { orderId, paymentId } = await buy()
    apple.refund(paymentId, 50_000)
    expect(await lastEvents()).toMatchObject([{ kind: 'refunded', paymentId, amountYen: 1_500 }])
    expect(await storekit.find({ orderId, paymentId })).toMatchObject({ refundedYen: 1_500 })
    apple.notify('REFUND_REVERSED', paymentId)
    expect(await lastEvents()).toMatchObject([{ kind: 'refundReversed', paymentId, amountYen: 3_000 }])
  })

  test('lets other notices pass', async () => {
    const { paymentId } = await buy()
    for (const type of ['CONSUMPTION_REQUEST', 'TEST', 'SOMETHING_NEW']) {
      apple.notify(type, paymentId)
      expect(await lastEvents()).toEqual([])
    }
  })

  test('takes no notice about another app', async () => {
    const { paymentId } = await buy()
    apple.notify('REFUND', paymentId, { data: { bundleId: 'jp.elsewhere.app', environment: 'Sandbox' } })
    expect(await lastEvents()).toBe('unsigned')
  })

  test('finds nothing without keys, and says when Apple cannot be asked', async () => {
    const { orderId, paymentId } = await buy()
    expect(await gatewayOf(apple, { api: undefined }).find({ orderId, paymentId })).toEqual({ state: 'none' })
    expect(await storekit.find({ orderId, paymentId: '999' })).toEqual({ state: 'none' })
    apple.setDown(true)
    await expect(storekit.find({ orderId, paymentId })).rejects.toThrow()
  })

  test('leaves a purchase open whose certificates cannot be checked now', async () => {
    const checking = gatewayOf(apple, { hasOnlineChecks: true })
    expect(await checking.pay(order())).toEqual({ state: 'unknown' })
  })
})
