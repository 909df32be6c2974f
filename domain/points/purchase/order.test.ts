import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderState } from '#contract/points/purchase.ts'
import {
  isPremature,
  meaningBesidePayment,
  type OrderEvent,
  type OrderProgress,
  orderTransition,
} from './order.ts'

const order = (change: Partial<OrderProgress> = {}): OrderProgress => ({
  state: 'paying',
  priceYen: 5_000,
  capturedYen: 0,
  refundedYen: 0,
  declineReason: null,
  ...change,
})
const granted = order({ state: 'granted', capturedYen: 5_000 })
const captured: OrderEvent = { type: 'captured', amountYen: 5_000 }
const grant = { type: 'grant', paidPoints: 5_000, withFreePoints: true }

describe('orderTransition', () => {
  it.each<[string, OrderProgress, OrderEvent, OrderState, unknown[]]>([
    ['is put to the service', order({ state: 'created' }), { type: 'asked' }, 'paying', []],
    ['waits for the payer to pass 3-D Secure', order(), { type: 'challenged' }, 'challenge', []],
    ['captured: the points come with it', order(), captured, 'granted', [grant]],
    ['captured after a challenge', order({ state: 'challenge' }), captured, 'granted', [grant]],
    ['booked: money came by bank', order({ state: 'created' }), captured, 'granted', [grant]],
    ['captured twice', granted, captured, 'granted', []],
    ['captured although we had given up', order({ state: 'givenUp' }), captured, 'granted', [grant]],
    ['captured after its time', order({ state: 'expired' }), captured, 'granted', [grant]],
    ['captured after a refusal', order({ state: 'declined' }), captured, 'granted', [grant]],
    ['captured after its dispute', order({ ...granted, state: 'chargedBack' }), captured, 'chargedBack', []],
    [
      'more was captured than asked for: as many points',
      order(),
      { type: 'captured', amountYen: 6_000 },
      'granted',
      [{ type: 'grant', paidPoints: 6_000, withFreePoints: true }],
    ],
    [
      'less was captured: as many points, and no free ones',
      order(),
      { type: 'captured', amountYen: 100 },
      'granted',
      [{ type: 'grant', paidPoints: 100, withFreePoints: false }],
    ],
    ['nothing was captured', order(), { type: 'captured', amountYen: 0 }, 'paying', []],
    ['refused', order(), { type: 'declined', reason: 'expired' }, 'declined', []],
    ['refused after it was captured', granted, { type: 'declined', reason: 'declined' }, 'granted', []],
    ['nobody paid', order({ state: 'challenge' }), { type: 'expired' }, 'expired', []],
    ['given up', order(), { type: 'givenUp' }, 'givenUp', []],
    ['given up after it was captured', granted, { type: 'givenUp' }, 'granted', []],
    [
      'told of a refund: what comes of it follows from all refunds',
      granted,
      { type: 'refunded', amountYen: 900 },
      'granted',
      [],
    ],
    [
      'disputed',
      granted,
      { type: 'disputed' },
      'chargedBack',
      [{ type: 'followDispute', change: 'disputed' }],
    ],
    ['disputed without ever being paid', order(), { type: 'disputed' }, 'paying', []],
    [
      'the dispute is won',
      { ...granted, state: 'chargedBack' },
      { type: 'disputeWon' },
      'granted',
      [{ type: 'followDispute', change: 'disputeWon' }],
    ],
    [
      'the dispute of an order that was refunded is won',
      { ...granted, state: 'chargedBack', refundedYen: 900 },
      { type: 'disputeWon' },
      'refunded',
      [{ type: 'followDispute', change: 'disputeWon' }],
    ],
    ['won without a dispute', granted, { type: 'disputeWon' }, 'granted', []],
  ])('%s', (_, before, event, state, effects) => {
    const step = orderTransition(before, event)
    expect(step.order.state).toBe(state)
    expect(step.effects).toEqual(effects)
  })

  it('stores why it was refused until it is paid after all', () => {
    const refused = orderTransition(order(), { type: 'declined', reason: 'insufficientFunds' }).order
    expect(refused.declineReason).toBe('insufficientFunds')
    expect(orderTransition(refused, captured).order.declineReason).toBeNull()
  })

  it('learns why it was refused after the event that reports the refusal', () => {
    const declined = orderTransition(order(), { type: 'declined', reason: 'declined' }).order
    const answered = orderTransition(declined, { type: 'declined', reason: 'expired' }).order
    expect(answered.declineReason).toBe('expired')
    expect(orderTransition(answered, { type: 'declined', reason: 'declined' }).order.declineReason).toBe(
      'expired',
    )
  })

  const anyEvent: fc.Arbitrary<OrderEvent> = fc.oneof(
    fc.constantFrom<OrderEvent>(
      { type: 'asked' },
      { type: 'challenged' },
      { type: 'declined', reason: 'declined' },
      { type: 'expired' },
      { type: 'givenUp' },
      { type: 'disputed' },
      { type: 'disputeWon' },
      { type: 'refundDecided' },
    ),
    fc.record({
      type: fc.constantFrom('captured' as const, 'refundReversed' as const, 'refunded' as const),
      amountYen: fc.integer({ min: 1, max: 6_000 }),
    }),
  )

  it('in whatever order events come: grants points once, as many as yen, and only for captured money', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
        let current = order({ state: 'created' })
        let issued = 0
        let grants = 0
        for (const event of events) {
          const step = orderTransition(current, event)
          for (const effect of step.effects) {
            if (effect.type !== 'grant') continue
            expect(event.type).toBe('captured')
            issued += effect.paidPoints
            grants += 1
          }
          current = step.order
          expect(issued).toBe(current.capturedYen)
          expect(current.refundedYen).toBeLessThanOrEqual(current.capturedYen)
        }
        expect(grants).toBe(events.some(({ type }) => type === 'captured') ? 1 : 0)
      }),
    )
  })
})

describe('isPremature', () => {
  it('makes a refund or a dispute wait until the money is known to be there', () => {
    expect(isPremature('paying', { type: 'disputed' })).toBe(true)
    expect(isPremature('declined', { type: 'refunded', amountYen: 1 })).toBe(true)
    expect(isPremature('granted', { type: 'disputed' })).toBe(false)
    expect(isPremature('granted', { type: 'disputeWon' })).toBe(true)
    expect(isPremature('chargedBack', { type: 'disputeWon' })).toBe(false)
    expect(isPremature('paying', captured)).toBe(false)
    expect(isPremature('granted', { type: 'refundReversed', amountYen: 1 })).toBe(true)
    expect(isPremature('refunded', { type: 'refundReversed', amountYen: 1 })).toBe(false)
  })
})

describe('meaningBesidePayment', () => {
  it.each<[OrderState, OrderEvent, ReturnType<typeof meaningBesidePayment>]>([
    ['paying', captured, 'pays'],
    ['givenUp', captured, 'pays'],
    ['paying', { type: 'declined', reason: 'declined' }, 'nothing'],
    ['granted', { type: 'declined', reason: 'declined' }, 'nothing'],
    ['granted', captured, 'operatorsMatter'],
    ['refunded', { type: 'refunded', amountYen: 1_000 }, 'operatorsMatter'],
    ['chargedBack', { type: 'disputed' }, 'operatorsMatter'],
  ])('%s, with an event about another payment: %o is %s', (state, event, meaning) => {
    expect(meaningBesidePayment(state, event)).toBe(meaning)
  })
})
