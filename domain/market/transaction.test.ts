import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  autoReceiveMs,
  boughtTransaction,
  buyerCancelMs,
  lostAfterMs,
  mayBuyAgain,
  mayStep,
  nextTickAt,
  returnMs,
  shipGraceMs,
  type TransactionEvent,
  type TransactionState,
  transactionStep,
} from './transaction.ts'

const dayMs = 24 * 3_600_000
const start = (points = 1_000): TransactionState =>
  boughtTransaction({ points, feePercent: 10, shipDays: '1to2' }, 0)

/** Applies events that must be accepted, each at its time. */
const stateAfter = (...events: [TransactionEvent, number][]): TransactionState =>
  events.reduce((state, [event, at]) => {
    const step = transactionStep(state, event, at)
    if ('refused' in step) throw new Error(`${event.type} was refused in ${state.phase}`)
    return step.state
  }, start())

const labelled: [TransactionEvent, number] = [{ type: 'label', by: 'seller' }, 1]
const handedIn: [TransactionEvent, number] = [{ type: 'ship', by: 'seller' }, 2]
const delivered: [TransactionEvent, number] = [{ type: 'deliver' }, 3]

describe('a transaction', () => {
  it('goes from paid to reviewed, and pays the seller once, less the fee', () => {
    const before = stateAfter(labelled, handedIn, delivered)
    const step = transactionStep(before, { type: 'receive', by: 'buyer' }, 4)
    expect(step).toMatchObject({
      state: { phase: 'received', sellerPoints: 1_000, finishedAt: 4 },
      settlement: { sellerPoints: 1_000, feePoints: 100 },
      notified: ['seller'],
    })
    const reviewed = stateAfter(
      labelled,
      handedIn,
      delivered,
      [{ type: 'receive', by: 'buyer' }, 4],
      [{ type: 'review', by: 'buyer' }, 5],
    )
    expect(reviewed.phase).toBe('received')
    expect(transactionStep(reviewed, { type: 'review', by: 'seller' }, 6)).toMatchObject({
      state: { phase: 'reviewed' },
      settlement: null,
    })
  })

  it('says which side cancelled it, and nobody where the clock did', () => {
    for (const by of ['buyer', 'seller'] as const)
      expect(stateAfter([{ type: 'cancel', by }, 1])).toMatchObject({ phase: 'cancelled', cancelledBy: by })
    const late = transactionStep(start(), { type: 'tick' }, start().shipBy + shipGraceMs)
    expect(late).toMatchObject({ state: { phase: 'cancelled', cancelledBy: null } })
  })

  it('can’t be begun again with an item that the buyer cancelled, nor after two of the seller’s with any', () => {
    expect(mayBuyAgain('cup', [])).toBe(true)
    expect(mayBuyAgain('cup', ['cup'])).toBe(false)
    expect(mayBuyAgain('cup', ['plate'])).toBe(true)
    expect(mayBuyAgain('cup', ['plate', 'bowl'])).toBe(false)
  })

  it('completes by itself eight days after the delivery, not a moment before', () => {
    const state = stateAfter(labelled, handedIn, delivered)
    expect(nextTickAt(state)).toBe(3 + 8 * dayMs)
    expect(transactionStep(state, { type: 'tick' }, 3 + autoReceiveMs - 1)).toMatchObject({ moment: null })
    expect(transactionStep(state, { type: 'tick' }, 3 + autoReceiveMs)).toMatchObject({
      moment: 'autoReceived',
      settlement: { sellerPoints: 1_000 },
    })
  })

  it('is cancelled when nothing is shipped in time, and is disputed when it never arrives', () => {
    const unshipped = start()
    expect(transactionStep(unshipped, { type: 'tick' }, unshipped.shipBy + shipGraceMs)).toMatchObject({
      state: { phase: 'cancelled' },
      settlement: { sellerPoints: 0, feePoints: 0 },
    })
    expect(transactionStep(stateAfter(labelled, handedIn), { type: 'tick' }, 2 + lostAfterMs)).toMatchObject({
      state: { phase: 'disputed' },
      settlement: null,
    })
  })

  it.each([
    ['the buyer in the first hour', 'buyer', [], buyerCancelMs - 1, true],
    ['not the buyer later', 'buyer', [], buyerCancelMs, false],
    ['not the buyer once there is a label', 'buyer', [labelled], 10, false],
    ['the buyer when the seller is late', 'buyer', [labelled], 2 * dayMs, true],
    ['the seller before shipping', 'seller', [labelled], dayMs, true],
    ['nobody after shipping', 'seller', [labelled, handedIn], dayMs, false],
  ] as const)('is cancelled by %s', (_title, by, events, at, isAllowed) => {
    expect(mayStep(stateAfter(...events), { type: 'cancel', by }, at)).toBe(isAllowed)
  })

  it('keeps the points while it is disputed, whatever time passes, until operators divide them', () => {
    const disputed = stateAfter(labelled, handedIn, [{ type: 'dispute', by: 'buyer' }, 3])
    expect(nextTickAt(disputed)).toBeNull()
    expect(transactionStep(disputed, { type: 'deliver' }, 4)).toMatchObject({ moment: null })
    expect(transactionStep(disputed, { type: 'tick' }, 400 * dayMs)).toMatchObject({ settlement: null })
    expect(transactionStep(disputed, { type: 'decide', sellerPoints: 301 }, 5)).toMatchObject({
      state: { phase: 'decided', sellerPoints: 301 },
      settlement: { sellerPoints: 301, feePoints: 30 },
    })
    expect(transactionStep(disputed, { type: 'decide', sellerPoints: 1_001 }, 5)).toHaveProperty('refused')
  })

  it('is returned when the seller agrees and confirms; a return that takes too long goes to operators', () => {
    const returning = stateAfter(
      labelled,
      handedIn,
      [{ type: 'dispute', by: 'buyer' }, 3],
      [{ type: 'acceptReturn', by: 'seller' }, 4],
    )
    expect(transactionStep(returning, { type: 'confirmReturn', by: 'buyer' }, 5)).toHaveProperty('refused')
    expect(transactionStep(returning, { type: 'confirmReturn', by: 'seller' }, 5)).toMatchObject({
      state: { phase: 'returned', sellerPoints: 0 },
    })
    expect(transactionStep(returning, { type: 'tick' }, 4 + returnMs)).toMatchObject({
      state: { phase: 'disputed' },
      moment: 'returnOverdue',
    })
  })
})

/** Buyer, seller, carrier, clock and operator, in any order. */
const anyEvent: fc.Arbitrary<TransactionEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'label',
      'ship',
      'receive',
      'cancel',
      'dispute',
      'acceptReturn',
      'confirmReturn',
      'review',
    ),
    by: fc.constantFrom('buyer', 'seller'),
  }) as fc.Arbitrary<TransactionEvent>,
  fc.constantFrom<TransactionEvent>({ type: 'deliver' }, { type: 'tick' }, { type: 'itemGone' }),
  fc.record({ type: fc.constant('decide' as const), sellerPoints: fc.integer({ min: -1, max: 1_100 }) }),
)
const anyWait = fc.constantFrom(0, 1_000, 3_600_000, dayMs, 3 * dayMs, 8 * dayMs, 14 * dayMs)

it('any history keeps the sum of the points, and ends once at most', () => {
  const runs = process.env.KOYOI_TEST_LENGTH === 'long' ? 10_000 : 500
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 0, max: 50 }),
      fc.array(fc.tuple(anyEvent, anyWait), { maxLength: 40 }),
      (points, feePercent, history) => {
        let state = boughtTransaction({ points, feePercent, shipDays: '4to7' }, 0)
        let now = 0
        const purse = { escrow: points, buyer: 0, seller: 0, platform: 0 }
        let ends = 0
        for (const [event, wait] of history) {
          now += wait
          const before = state
          const step = transactionStep(state, event, now)
          if ('refused' in step) continue
          state = step.state
          if (step.moment === null) expect(state).toBe(before)
          if (step.settlement) {
            ends += 1
            const { sellerPoints, feePoints } = step.settlement
            purse.escrow -= points
            purse.buyer += points - sellerPoints
            purse.seller += sellerPoints - feePoints
            purse.platform += feePoints
          }
          expect(Math.min(...Object.values(purse))).toBeGreaterThanOrEqual(0)
          expect(purse.escrow + purse.buyer + purse.seller + purse.platform).toBe(points)
          // What is over stays as it ended, but for reviews.
          expect(state.finishedAt === null).toBe(purse.escrow > 0)
          if (before.finishedAt !== null) expect(state.sellerPoints).toBe(before.sellerPoints)
          // A clock always runs, or a person can move it on.
          if (state.finishedAt === null && state.phase !== 'disputed')
            expect(nextTickAt(state)).not.toBeNull()
        }
        expect(ends).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: runs },
  )
})
