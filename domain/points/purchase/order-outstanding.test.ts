import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderFacts, outstandingOf } from './order-outstanding.ts'

/** 3,000 yen paid, 3,650 points issued. */
const facts = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  isDisputed: false,
  capturedYen: 3_000,
  outsideYen: 0,
  reversedYen: 0,
  newlyReversedYen: 0,
  reportedYen: 0,
  ownDoneYen: 0,
  ownAskedYen: 0,
  issuedPoints: 3_650,
  ownRefundPoints: 0,
  ...change,
})

describe('standingOf', () => {
  it.each<[string, Partial<OrderFacts>, state: string, refundedYen: number, points: number]>([
    ['nothing went back', {}, 'granted', 0, 3_650],
    ['a part paid back by the service', { reportedYen: 1_000 }, 'refunded', 1_000, 2_650],
    ['all paid back by the service: free points go, too', { reportedYen: 3_000 }, 'refunded', 3_000, 0],
    ['more told than was paid', { reportedYen: 9_000 }, 'refunded', 3_000, 0],
    ['disputed', { isDisputed: true }, 'chargedBack', 0, 0],
    ['disputed after a refund', { isDisputed: true, reportedYen: 1_000 }, 'chargedBack', 1_000, 0],
    [
      'ours asked for, and told of',
      { reportedYen: 900, ownAskedYen: 900, ownRefundPoints: 900 },
      'granted',
      0,
      2_750,
    ],
    ['ours done, never told of', { ownDoneYen: 900, ownRefundPoints: 900 }, 'refunded', 900, 2_750],
    [
      'ours done, and told of',
      { reportedYen: 900, ownDoneYen: 900, ownRefundPoints: 900 },
      'refunded',
      900,
      2_750,
    ],
    [
      "one of the service's counted, ours asked for and not told of",
      { reportedYen: 500, outsideYen: 500, ownAskedYen: 2_000, ownRefundPoints: 2_000 },
      ...(['refunded', 500, 1_150] as const),
    ],
    [
      "one of the service's counted, ours asked for and told of",
      { reportedYen: 2_500, outsideYen: 500, ownAskedYen: 2_000, ownRefundPoints: 2_000 },
      ...(['refunded', 500, 1_150] as const),
    ],
    ['ours refused, all told of', { reportedYen: 3_000 }, 'refunded', 3_000, 0],
    [
      'taken back by the service, told as the whole price',
      { reportedYen: 1_000, outsideYen: 1_000, newlyReversedYen: 3_000 },
      ...(['granted', 0, 3_650] as const),
    ],
    ['paid back once more after that', { reportedYen: 2_000, reversedYen: 1_000 }, 'refunded', 1_000, 2_650],
  ])('%s', (_, change, state, refundedYen, outstandingPoints) => {
    expect(outstandingOf(facts(change))).toMatchObject({ state, refundedYen, outstandingPoints })
  })

  it('changes nothing the second time', () => {
    const yen = fc.integer({ min: 0, max: 4_000 })
    fc.assert(
      fc.property(yen, yen, yen, yen, (reportedYen, ownAskedYen, outsideYen, newlyReversedYen) => {
        const once = facts({ reportedYen, ownAskedYen, outsideYen, newlyReversedYen })
        const first = outstandingOf(once)
        expect(
          outstandingOf({
            ...once,
            newlyReversedYen: 0,
            outsideYen: first.outsideYen,
            reversedYen: first.reversedYen,
          }),
        ).toEqual(first)
      }),
    )
  })
})
