import type { DeclineReason, OrderState } from '#contract/points/purchase.ts'

/**
 * The order machine (product.md 6.7). Pure: what a payment service, a buyer or an operator does is an event;
 * what has to happen with it is an effect, in the same transaction. An event doesn't decide how many points a
 * paid order has outstanding: that follows from all that is known of its money (order-outstanding.ts). Two
 * things hold in whatever order events come: without 'captured' there is no grant, and 'captured' always ends
 * in one, also after the order was given up.
 */
export interface OrderProgress {
  state: OrderState
  priceYen: number
  /** What the service captured, and what of it went back; 0 before. */
  capturedYen: number
  refundedYen: number
  declineReason: DeclineReason | null
}

export type OrderEvent =
  /** The service is about to be asked. */
  | { type: 'asked' }
  | { type: 'challenged' }
  | { type: 'captured'; amountYen: number }
  | { type: 'declined'; reason: DeclineReason }
  /** The payment wasn't made in time; the service has given it up. */
  | { type: 'expired' }
  /** The service doesn't know of it, and never will. */
  | { type: 'givenUp' }
  /** Our refund was paid back or refused; order-outstanding.ts decides what follows, as for the next two. */
  | { type: 'refundDecided' }
  /** The service reports a refund, its own or ours. */
  | { type: 'refunded'; amountYen: number }
  /** The service reversed a part of its own refunds, at most all of them. */
  | { type: 'refundReversed'; amountYen: number }
  | { type: 'disputed' }
  | { type: 'disputeWon' }

export type OrderEffect =
  /** Issues as many paid points as yen were captured; free ones when that was the price. */
  | { type: 'grant'; paidPoints: number; withFreePoints: boolean }
  /** What was earned from its points is frozen, or the freeze is lifted. */
  | { type: 'followDispute'; change: 'disputed' | 'disputeWon' }

export interface OrderStep {
  order: OrderProgress
  effects: OrderEffect[]
}

const unpaidStates: readonly OrderState[] = [
  'created',
  'paying',
  'challenge',
  'declined',
  'expired',
  'givenUp',
]
/** The service may still report something. */
export const openOrderStates: readonly OrderState[] = ['created', 'paying', 'challenge']

/** How long an order waits for its payer or its service before it is given up. */
export const paymentWaitMs = {
  /** An announced bank transfer. */
  created: 14 * 24 * 3_600_000,
  paying: 2 * 60_000,
  challenge: 30 * 60_000,
} as const

/**
 * How long an order waits whose process is gone, so that no process asks about it: longer than a payment
 * service takes for a request that had reached it.
 */
const cutOffWaitMs = 15_000

/** How long an order in this state waits. */
export const orderWaitMs = (state: keyof typeof paymentWaitMs, isCutOff: boolean): number =>
  state === 'paying' && isCutOff ? cutOffWaitMs : paymentWaitMs[state]

/**
 * How long after an order was given up its service is asked for the last time whether it was paid after all.
 */
export const lastLookAfterMs = 2 * 60_000

/** Above this an operator's refund needs a second operator. */
export const refundOneOperatorYenMax = 5_000
/** Whether a refund of so many yen needs a second operator. */
export const refundNeedsTwo = (amountYen: number): boolean => amountYen > refundOneOperatorYenMax

/** Whether the order waits for its payer or its service. */
export const isOrderOpen = (state: OrderState): boolean => openOrderStates.includes(state)

/** Over or open, without points so far: money that arrives still counts. */
export const isOrderUnpaid = (state: OrderState): boolean => unpaidStates.includes(state)

/** The effect of an event on an order. A late, repeated or misplaced event changes nothing. */
export const orderTransition = (order: OrderProgress, event: OrderEvent): OrderStep => {
  const stays: OrderStep = { order, effects: [] }
  const moves = (change: Partial<OrderProgress>, ...effects: OrderEffect[]): OrderStep => ({
    order: { ...order, ...change },
    effects,
  })
  switch (event.type) {
    case 'asked':
      return order.state === 'created' ? moves({ state: 'paying' }) : stays
    case 'challenged':
      return order.state === 'paying' ? moves({ state: 'challenge' }) : stays
    case 'captured':
      return isOrderUnpaid(order.state) && event.amountYen > 0 ? captured(order, event.amountYen) : stays
    case 'declined':
      return isOrderOpen(order.state) || isVaguelyDeclined(order)
        ? moves({ state: 'declined', declineReason: event.reason })
        : stays
    case 'expired':
    case 'givenUp':
      return isOrderOpen(order.state) ? moves({ state: event.type }) : stays
    case 'refundDecided':
    case 'refunded':
    case 'refundReversed':
      return stays
    case 'disputed':
      return order.state === 'granted' || order.state === 'refunded'
        ? moves({ state: 'chargedBack' }, { type: 'followDispute', change: 'disputed' })
        : stays
    case 'disputeWon':
      return order.state === 'chargedBack'
        ? moves(
            { state: order.refundedYen > 0 ? 'refunded' : 'granted' },
            { type: 'followDispute', change: 'disputeWon' },
          )
        : stays
  }
}

/** An event reports that it failed, and not why; the answer that comes after it does. */
const isVaguelyDeclined = (order: OrderProgress): boolean =>
  order.state === 'declined' && order.declineReason === 'declined'

/**
 * What an event means to an order that knows another payment: an unpaid order accepts the money that pays it;
 * a paid one keeps its payment, and an operator handles money beside that.
 */
export const meaningBesidePayment = (
  state: OrderState,
  { type }: OrderEvent,
): 'pays' | 'operatorsMatter' | 'nothing' => {
  if (isOrderUnpaid(state)) return type === 'captured' ? 'pays' : 'nothing'
  return movesMoney.includes(type) ? 'operatorsMatter' : 'nothing'
}

const movesMoney: readonly OrderEvent['type'][] = [
  'captured',
  'refunded',
  'refundReversed',
  'disputed',
  'disputeWon',
]

/** The money is captured: the points are granted in the same step. */
const captured = (order: OrderProgress, amountYen: number): OrderStep => ({
  order: { ...order, state: 'granted', capturedYen: amountYen, declineReason: null },
  effects: [{ type: 'grant', paidPoints: amountYen, withFreePoints: amountYen >= order.priceYen }],
})

/** An event that came before the one it follows: it waits. */
export const isPremature = (state: OrderState, event: OrderEvent): boolean => {
  if (event.type === 'refunded' || event.type === 'disputed') return isOrderUnpaid(state)
  if (event.type === 'refundReversed') return state !== 'refunded' && state !== 'chargedBack'
  return event.type === 'disputeWon' && state !== 'chargedBack'
}
