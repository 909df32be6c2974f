import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type {
  DeclineReason,
  PaymentEvent,
  PaymentGateway,
  PaymentRequest,
  PaymentSource,
  Webhook,
} from '#adapters/payments/port.ts'

/** A gateway with the outside service it talks to, for one test. */
export interface PaymentStage {
  gateway: PaymentGateway
  /** What a payer hands over for this order so that it ends as named. */
  hand(order: { orderId: string; amountYen: number; payerKey: string }, end: PaymentEnd): PaymentSource
  /** How often the service took money for the order. */
  captures(orderId: string): number | Promise<number>
  /** What the service posted so far, oldest first. */
  webhooks(): Webhook[]
  /** From now on, or until told otherwise, every request is answered 500 and nothing is done. */
  breakDown?(isDown: boolean): void
  /** The payer asks their bank for the money back; later we win, or don't. */
  dispute?(paymentId: string, outcome: 'opened' | 'won'): void | Promise<void>
  /** The service itself gives the money back, without being asked by us. */
  refundOutside?(paymentId: string): void
  stop(): Promise<void>
}

/** `lostAnswer`: the money is taken, but the answer that says so never arrives. */
export type PaymentEnd = 'captured' | 'lostAnswer' | DeclineReason

export interface PaymentTraits {
  name: PaymentGateway['name']
  /** The ends this service knows beside a capture. */
  declines: readonly DeclineReason[]
  /** Whether it pays back when we ask; StoreKit doesn't. */
  refunds: boolean
  /** Whether it keeps cards. */
  savesCards: boolean
  /** Whether a webhook's body says all; else it is a hint, and the service is asked. */
  signsWebhooks: boolean
  create(): Promise<PaymentStage>
}

const courseYen = 3_000

export const orderOf = (traits: Partial<PaymentRequest> = {}): Omit<PaymentRequest, 'source'> => ({
  orderId: randomUUID(),
  amountYen: courseYen,
  payerKey: randomUUID(),
  returnUrl: 'https://koyoi.example/purchase',
  ...traits,
})

/** What every payment gateway has to do, whatever is behind it. */
export const describePaymentGateway = (traits: PaymentTraits): void => {
  describe(`the payment gateway ${traits.name}`, () => {
    let stage: PaymentStage
    beforeEach(async () => {
      stage = await traits.create()
    })
    afterEach(() => stage.stop())

    const order = (end: PaymentEnd = 'captured', given: Partial<PaymentRequest> = {}): PaymentRequest => {
      const made = orderOf(given)
      return { ...made, source: given.source ?? stage.hand(made, end) }
    }
    const captured = async (request = order()) => {
      const answer = await stage.gateway.pay(request)
      if (answer.state !== 'captured') throw new Error(`not captured but ${JSON.stringify(answer)}`)
      return { ...answer, request }
    }
    const read = async (webhook: Webhook): Promise<PaymentEvent[]> => {
      const events = await stage.gateway.readEvents(webhook)
      if (typeof events === 'string') throw new Error(events)
      return events
    }
    const allEvents = async () => (await Promise.all(stage.webhooks().map(read))).flat()

    test('knows its name', () => {
      expect(stage.gateway.name).toBe(traits.name)
    })

    describe('takes the money', () => {
      test('once for an order, however often and however many ask at once', async () => {
        const request = order()
        const answers = await Promise.all([1, 2, 3, 4].map(() => stage.gateway.pay(request)))
        const later = await stage.gateway.pay(request)
        const { paymentId } = await captured(request)
        for (const answer of [...answers, later])
          expect(answer).toMatchObject({ state: 'captured', paymentId, amountYen: courseYen })
        expect(await stage.captures(request.orderId)).toBe(1)
        expect(await stage.gateway.find({ orderId: request.orderId, paymentId })).toEqual({
          state: 'captured',
          paymentId,
          amountYen: courseYen,
          refundedYen: 0,
          isDisputed: false,
        })
      })

      test('for each order by itself', async () => {
        const first = await captured()
        const second = await captured()
        expect(first.paymentId).not.toBe(second.paymentId)
      })

      test('of the amount asked first, and no more when the order comes with another amount', async () => {
        const { request } = await captured()
        const again = await stage.gateway.pay({ ...request, amountYen: 10_000 })
        if (again.state === 'captured') expect(again.amountYen).toBe(courseYen)
        else expect(again.state).toBe('declined')
        expect(await stage.captures(request.orderId)).toBe(1)
      })

      test('and knows nothing of an order nobody paid', async () => {
        expect(await stage.gateway.find({ orderId: randomUUID() })).toEqual({ state: 'none' })
      })
    })

    describe('declines', () => {
      test.each(traits.declines)('with the reason %s, and takes nothing', async (reason) => {
        const request = order(reason)
        const answer = await stage.gateway.pay(request)
        expect(answer).toMatchObject({ state: 'declined', reason })
        expect(await stage.captures(request.orderId)).toBe(0)
        const record = await stage.gateway.find({ orderId: request.orderId })
        expect(['none', 'failed']).toContain(record.state)
      })
    })

    describe.runIf(traits.name !== 'storekit')('when the service fails', () => {
      test('a lost answer is unknown; finding it tells, and asking again takes no more', async () => {
        const request = order('lostAnswer')
        expect(await stage.gateway.pay(request)).toEqual({ state: 'unknown' })
        const known = paidyIdOf(request)
        const found = await stage.gateway.find({ orderId: request.orderId, paymentId: known })
        expect(found).toMatchObject({ state: 'captured', amountYen: courseYen })
        expect(await stage.gateway.pay(request)).toMatchObject({ state: 'captured', amountYen: courseYen })
        expect(await stage.captures(request.orderId)).toBe(1)
      })

      test.runIf(traits.name !== 'sandbox')(
        'an outage is unknown, and finding it says so loudly',
        async () => {
          const request = order()
          const asked = { orderId: request.orderId, paymentId: paidyIdOf(request) }
          stage.breakDown?.(true)
          expect(await stage.gateway.pay(request)).toEqual({ state: 'unknown' })
          await expect(stage.gateway.find(asked)).rejects.toThrow()
          await expect(stage.gateway.giveUp(asked)).rejects.toThrow()
          stage.breakDown?.(false)
          expect((await stage.gateway.find(asked)).state).not.toBe('captured')
          await captured(request)
          expect(await stage.captures(request.orderId)).toBe(1)
        },
      )
    })

    describe('gives up', () => {
      test('an order nobody paid', async () => {
        const record = await stage.gateway.giveUp({ orderId: randomUUID() })
        expect(record).toEqual({ state: 'none' })
      })

      test('not what is captured: it says so instead', async () => {
        const { request, paymentId } = await captured()
        expect(await stage.gateway.giveUp({ orderId: request.orderId, paymentId })).toMatchObject({
          state: 'captured',
          paymentId,
        })
        expect(await stage.captures(request.orderId)).toBe(1)
      })

      test('while the order is being paid: in the end both know the same', async () => {
        for (let round = 0; round < 5; round++) {
          const request = order()
          const asked = { orderId: request.orderId, paymentId: paidyIdOf(request) }
          const [answer] = await Promise.all([stage.gateway.pay(request), stage.gateway.giveUp(asked)])
          const paymentId = answer.state === 'captured' ? answer.paymentId : asked.paymentId
          const record = await stage.gateway.find({ ...asked, paymentId })
          const isTaken = (await stage.captures(request.orderId)) === 1
          expect(record.state === 'captured').toBe(isTaken)
          if (isTaken) expect(answer.state).toBe('captured')
        }
      })
    })

    describe.runIf(traits.refunds)('pays back', () => {
      test('a part, once per key, then the rest, and never more', async () => {
        const { request, paymentId } = await captured()
        const { refund, find } = stage.gateway
        const part = { key: randomUUID(), paymentId, amountYen: 1_000 }
        expect(await Promise.all([refund(part), refund(part)])).toEqual(['refunded', 'refunded'])
        expect(await refund(part)).toBe('refunded')
        expect(await find({ orderId: request.orderId, paymentId })).toMatchObject({ refundedYen: 1_000 })
        expect(await refund({ key: randomUUID(), paymentId, amountYen: 2_001 })).toBe('refused')
        expect(await refund({ key: randomUUID(), paymentId, amountYen: 2_000 })).toBe('refunded')
        expect(await refund({ key: randomUUID(), paymentId, amountYen: 1 })).toBe('refused')
        expect(await find({ orderId: request.orderId, paymentId })).toMatchObject({
          state: 'captured',
          amountYen: courseYen,
          refundedYen: courseYen,
        })
      })

      test('and sends the events of each refund', async () => {
        const { paymentId } = await captured()
        await stage.gateway.refund({ key: randomUUID(), paymentId, amountYen: 1_000 })
        await expect
          .poll(async () => (await allEvents()).find(({ kind }) => kind === 'refunded'))
          .toMatchObject({ paymentId, amountYen: 1_000 })
      })

      test('nothing of a payment it never had', async () => {
        const refund = { key: randomUUID(), paymentId: 'pay_unknown', amountYen: 100 }
        expect(await stage.gateway.refund(refund)).toBe('refused')
      })
    })

    describe.runIf(!traits.refunds)('leaves refunds to the service', () => {
      test('and refuses our own', async () => {
        const { paymentId } = await captured()
        expect(await stage.gateway.refund({ key: randomUUID(), paymentId, amountYen: 1 })).toBe('refused')
      })

      test('and reads the events of theirs', async () => {
        const { paymentId, request } = await captured()
        stage.refundOutside?.(paymentId)
        await expect.poll(allEvents).toContainEqual({
          eventId: expect.any(String),
          kind: 'refunded',
          paymentId,
          orderId: request.orderId,
          amountYen: courseYen,
        })
      })
    })

    describe('reads events', () => {
      /** A webhook about a payment, whatever it says. */
      const somethingHappens = async () => {
        const paid = await captured()
        if (!traits.refunds) stage.refundOutside?.(paid.paymentId)
        await expect.poll(() => stage.webhooks().length).toBeGreaterThan(0)
        return paid
      }

      test('of a payment, the same however often it is sent', async () => {
        const { request, paymentId } = await somethingHappens()
        const [webhook] = stage.webhooks()
        if (!webhook) throw new Error('no webhook')
        const first = await read(webhook)
        expect(first).toContainEqual(
          expect.objectContaining({ paymentId, orderId: request.orderId, amountYen: courseYen }),
        )
        expect(await read(webhook)).toEqual(first)
      })

      test.runIf(traits.refunds)('that are late without telling them differently', async () => {
        const { paymentId } = await somethingHappens()
        const [webhook] = stage.webhooks()
        if (!webhook) throw new Error('no webhook')
        const early = await read(webhook)
        await stage.gateway.refund({ key: randomUUID(), paymentId, amountYen: courseYen })
        const late = await read(webhook)
        expect(late).toEqual(expect.arrayContaining(early))
        const ids = [...late, ...(await allEvents())].filter(({ kind }) => kind === 'captured')
        expect(new Set(ids.map(({ eventId }) => eventId)).size).toBe(1)
      })

      test('only with their signature over this very body', async () => {
        await somethingHappens()
        const [webhook] = stage.webhooks()
        if (!webhook) throw new Error('no webhook')
        const changed = Buffer.from(webhook.body)
        changed[changed.length - 6] = (changed[changed.length - 6] ?? 0) ^ 1
        const { readEvents } = stage.gateway
        expect(await readEvents({ ...webhook, body: Buffer.from('何か') })).toBe('unsigned')
        expect(await readEvents({ ...webhook, body: new Uint8Array() })).toBe('unsigned')
        if (!traits.signsWebhooks) return
        expect(await readEvents({ ...webhook, body: changed })).toBe('unsigned')
        if (traits.name === 'storekit') return
        expect(await readEvents({ ...webhook, headers: new Headers() })).toBe('unsigned')
        expect(await readEvents({ ...webhook, url: 'https://elsewhere.example/' })).toBe('unsigned')
      })
    })

    describe.runIf(traits.savesCards)('keeps a card', () => {
      const saveCard = async (payerKey: string) => {
        const made = orderOf({ payerKey })
        const source = stage.hand(made, 'captured')
        if (source.kind !== 'card') throw new Error('no card')
        const { card } = await captured({ ...made, source: { ...source, save: true } })
        if (!card) throw new Error('no card kept')
        return card
      }
      const payAgain = (card: { cardId: string; customerId: string }, payerKey: string) =>
        stage.gateway.pay({ ...orderOf({ payerKey }), source: { kind: 'savedCard', ...card } })

      test('and takes the next payment from it, until it is forgotten', async () => {
        const payerKey = randomUUID()
        const card = await saveCard(payerKey)
        expect(card).toMatchObject({ last4: expect.stringMatching(/^\d{4}$/), brand: expect.any(String) })
        expect(card.expiryMonth).toBeGreaterThanOrEqual(1)
        expect(card.expiryYear).toBeGreaterThan(2_025)
        const { customerId, cardId } = card
        expect(await payAgain({ customerId, cardId }, payerKey)).toMatchObject({ state: 'captured' })
        await stage.gateway.removeCard({ customerId, cardId })
        await stage.gateway.removeCard({ customerId, cardId })
        expect(await payAgain({ customerId, cardId }, payerKey)).toMatchObject({
          state: 'declined',
          reason: 'invalidCard',
        })
      })

      test('only for the payer who saved it, and only when asked to', async () => {
        const { cardId } = await saveCard(randomUUID())
        const stranger = await saveCard(randomUUID())
        const answer = await payAgain({ customerId: stranger.customerId, cardId }, randomUUID())
        expect(answer).toMatchObject({ state: 'declined', reason: 'invalidCard' })
        expect((await captured()).card).toBeUndefined()
      })
    })

    describe.runIf(traits.savesCards)('reports disputes', () => {
      test('when one opens and when it is won', async () => {
        const { paymentId, request } = await captured()
        const asked = { orderId: request.orderId, paymentId }
        await stage.dispute?.(paymentId, 'opened')
        expect(await stage.gateway.find(asked)).toMatchObject({ state: 'captured', isDisputed: true })
        await stage.dispute?.(paymentId, 'won')
        expect(await stage.gateway.find(asked)).toMatchObject({ state: 'captured', isDisputed: false })
        await expect
          .poll(async () => (await allEvents()).map(({ kind }) => kind))
          .toEqual(expect.arrayContaining(['captured', 'disputed', 'disputeWon']))
      })
    })
  })
}

/** The order stores Paidy's own payment id from the start, as the payer brings it. */
const paidyIdOf = ({ source }: PaymentRequest): string | undefined =>
  source.kind === 'paidy' ? source.paymentId : undefined
