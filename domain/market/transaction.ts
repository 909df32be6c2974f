import type { MarketMoment, MarketSide, TransactionPhase } from '#contract/market/market.ts'

/**
 * The machine of a transaction (product.md 13.5 to 13.8). Pure: every instant is in milliseconds. The points are in escrow from
 * `paid` on and leave it once, with the event whose step has a `settlement`.
 */
export interface TransactionState {
  phase: TransactionPhase
  points: number
  feePercent: number
  boughtAt: number
  /** By then the seller has promised to hand it in. */
  shipBy: number
  hasLabel: boolean
  shippedAt: number | null
  deliveredAt: number | null
  /** By then the seller confirms what comes back. */
  returnBy: number | null
  reviewed: Record<MarketSide, boolean>
  /** The side that cancelled it; null where it wasn't cancelled by one. */
  cancelledBy: MarketSide | null
  /** When the points left the escrow; null before. */
  finishedAt: number | null
  /** What of them the seller got, with the fee in it. */
  sellerPoints: number | null
}

export type TransactionEvent =
  | { type: 'label'; by: MarketSide }
  | { type: 'ship'; by: MarketSide }
  /** The carrier has delivered it. */
  | { type: 'deliver' }
  | { type: 'receive'; by: MarketSide }
  | { type: 'cancel'; by: MarketSide }
  | { type: 'dispute'; by: MarketSide }
  | { type: 'acceptReturn'; by: MarketSide }
  | { type: 'confirmReturn'; by: MarketSide }
  | { type: 'review'; by: MarketSide }
  /** Operators divide the points. */
  | { type: 'decide'; sellerPoints: number }
  /** The seller has left, or operators have removed the item. What is under way goes on. */
  | { type: 'itemGone' }
  | { type: 'tick' }

/** How the escrow ends: the seller's part, and the platform's part of that. The rest goes back to the buyer. */
export interface Settlement {
  sellerPoints: number
  feePoints: number
}

export interface TransactionStep {
  state: TransactionState
  /** For the timeline; null: nothing happened, the event came again. */
  moment: MarketMoment | null
  /** Who is notified. */
  notified: readonly MarketSide[]
  settlement: Settlement | null
}

export type StepRefusal = { refused: 'marketStepWrong' }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** product.md 13.7: from delivery on. */
export const autoReceiveMs = 8 * dayMs
/** A buyer may think again for so long, while there is no label. */
export const buyerCancelMs = hourMs
/** A parcel that wasn't handed in so long after the promised day is cancelled. */
export const shipGraceMs = 3 * dayMs
/** A parcel that hasn't arrived after this time is lost: operators decide. */
export const lostAfterMs = 14 * dayMs
/** So long a return may take. */
export const returnMs = 14 * dayMs
const shipDaysMs = { '1to2': 2 * dayMs, '2to3': 3 * dayMs, '4to7': 7 * dayMs } as const

const wrong: StepRefusal = { refused: 'marketStepWrong' }
const same = (state: TransactionState): TransactionStep => ({
  state,
  moment: null,
  notified: [],
  settlement: null,
})
const both: readonly MarketSide[] = ['buyer', 'seller']
const other = (side: MarketSide): MarketSide => (side === 'buyer' ? 'seller' : 'buyer')

export const feeOf = (points: number, percent: number): number => Math.floor((points * percent) / 100)

/** A purchase, as it begins. */
export const boughtTransaction = (
  { points, feePercent, shipDays }: { points: number; feePercent: number; shipDays: keyof typeof shipDaysMs },
  now: number,
): TransactionState => ({
  phase: 'paid',
  points,
  feePercent,
  boughtAt: now,
  shipBy: now + shipDaysMs[shipDays],
  hasLabel: false,
  shippedAt: null,
  deliveredAt: null,
  returnBy: null,
  reviewed: { buyer: false, seller: false },
  cancelledBy: null,
  finishedAt: null,
  sellerPoints: null,
})

const go = (
  state: TransactionState,
  change: Partial<TransactionState>,
  moment: MarketMoment,
  notified: readonly MarketSide[],
): TransactionStep => ({ state: { ...state, ...change }, moment, notified, settlement: null })

interface End {
  phase: TransactionPhase
  sellerPoints: number
  moment: MarketMoment
  notified: readonly MarketSide[]
}

const end = (
  state: TransactionState,
  { phase, sellerPoints, moment, notified }: End,
  now: number,
): TransactionStep => ({
  state: { ...state, phase, sellerPoints, finishedAt: now },
  moment,
  notified,
  settlement: { sellerPoints, feePoints: feeOf(sellerPoints, state.feePercent) },
})

const toSeller = (state: TransactionState, isAuto: boolean, now: number): TransactionStep =>
  end(
    state,
    {
      phase: 'received',
      sellerPoints: state.points,
      moment: isAuto ? 'autoReceived' : 'received',
      notified: isAuto ? both : ['seller'],
    },
    now,
  )

const toBuyer = (state: TransactionState, end_: Omit<End, 'sellerPoints'>, now: number): TransactionStep =>
  end(state, { ...end_, sellerPoints: 0 }, now)

/** The seller may always cancel before shipping; the buyer at first, and when the seller is late. */
const mayCancel = (state: TransactionState, by: MarketSide, now: number): boolean =>
  state.phase === 'paid' &&
  (by === 'seller' || (!state.hasLabel && now < state.boughtAt + buyerCancelMs) || now >= state.shipBy)

const cancel = (state: TransactionState, by: MarketSide, now: number): TransactionStep | StepRefusal => {
  if (state.phase === 'cancelled') return same(state)
  if (!mayCancel(state, by, now)) return wrong
  const cancelled: TransactionState = { ...state, cancelledBy: by }
  return toBuyer(cancelled, { phase: 'cancelled', moment: 'cancelled', notified: [other(by)] }, now)
}

/** After a cancellation by the buyer, which takes an item off sale until its seller notices. */
export const buyAgainAfterMs = 24 * hourMs
/** After so many of one seller's items, all of that seller's wait. */
const cancellationsOfSellerMax = 2

/**
 * Whether a buyer may buy an item (product.md 13.6), so that nobody can take a seller's items off sale again and again.
 *
 * @param cancelledItems of this seller, whose purchase this buyer has cancelled within `buyAgainAfterMs`, in the hour to
 * think again
 */
export const mayBuyAgain = (itemId: string, cancelledItems: readonly string[]): boolean =>
  !cancelledItems.includes(itemId) && cancelledItems.length < cancellationsOfSellerMax

const isOnItsWay = ({ phase }: TransactionState): boolean => phase === 'shipped' || phase === 'delivered'

/** A buyer who has complained may still accept the goods. */
const receive = (state: TransactionState, by: MarketSide, now: number): TransactionStep | StepRefusal => {
  if (by !== 'buyer') return wrong
  if (state.phase === 'received' || state.phase === 'reviewed') return same(state)
  return isOnItsWay(state) || state.phase === 'disputed' ? toSeller(state, false, now) : wrong
}

const ship = (state: TransactionState, by: MarketSide, now: number): TransactionStep | StepRefusal => {
  if (by !== 'seller') return wrong
  if (state.phase === 'shipped') return same(state)
  if (state.phase !== 'paid' || !state.hasLabel) return wrong
  return go(state, { phase: 'shipped', shippedAt: now }, 'shipped', ['buyer'])
}

const label = (state: TransactionState, by: MarketSide): TransactionStep | StepRefusal => {
  if (by !== 'seller' || state.phase !== 'paid') return wrong
  return state.hasLabel ? same(state) : go(state, { hasLabel: true }, 'labelled', [])
}

const dispute = (state: TransactionState, by: MarketSide): TransactionStep | StepRefusal => {
  if (state.phase === 'disputed') return same(state)
  return isOnItsWay(state) ? go(state, { phase: 'disputed' }, 'disputed', [other(by)]) : wrong
}

const acceptReturn = (
  state: TransactionState,
  by: MarketSide,
  now: number,
): TransactionStep | StepRefusal => {
  if (by !== 'seller') return wrong
  if (state.phase === 'returning') return same(state)
  if (state.phase !== 'disputed') return wrong
  return go(state, { phase: 'returning', returnBy: now + returnMs }, 'returning', ['buyer'])
}

const confirmReturn = (
  state: TransactionState,
  by: MarketSide,
  now: number,
): TransactionStep | StepRefusal => {
  if (by !== 'seller') return wrong
  if (state.phase === 'returned') return same(state)
  if (state.phase !== 'returning') return wrong
  return toBuyer(state, { phase: 'returned', moment: 'returned', notified: ['buyer'] }, now)
}

const review = (state: TransactionState, by: MarketSide): TransactionStep | StepRefusal => {
  if (state.phase !== 'received' && state.phase !== 'reviewed') return wrong
  if (state.reviewed[by]) return same(state)
  const reviewed = { ...state.reviewed, [by]: true }
  const phase = reviewed.buyer && reviewed.seller ? 'reviewed' : 'received'
  return go(state, { reviewed, phase }, 'reviewed', [other(by)])
}

const decide = (
  state: TransactionState,
  sellerPoints: number,
  now: number,
): TransactionStep | StepRefusal => {
  if (state.phase !== 'disputed' && state.phase !== 'returning') return wrong
  if (!Number.isInteger(sellerPoints) || sellerPoints < 0 || sellerPoints > state.points) return wrong
  return end(state, { phase: 'decided', sellerPoints, moment: 'decided', notified: both }, now)
}

/** What time alone does, once it is due. */
const tick = (state: TransactionState, now: number): TransactionStep => {
  const dueAt = nextTickAt(state)
  if (dueAt === null || now < dueAt) return same(state)
  switch (state.phase) {
    case 'paid':
      return toBuyer(state, { phase: 'cancelled', moment: 'autoCancelled', notified: both }, now)
    case 'delivered':
      return toSeller(state, true, now)
    case 'shipped':
      return go(state, { phase: 'disputed' }, 'lost', both)
    default:
      return go(state, { phase: 'disputed', returnBy: null }, 'returnOverdue', both)
  }
}

export const transactionStep = (
  state: TransactionState,
  event: TransactionEvent,
  now: number,
): TransactionStep | StepRefusal => {
  switch (event.type) {
    case 'label':
      return label(state, event.by)
    case 'ship':
      return ship(state, event.by, now)
    case 'deliver':
      return state.phase === 'shipped'
        ? go(state, { phase: 'delivered', deliveredAt: now }, 'delivered', both)
        : same(state)
    case 'receive':
      return receive(state, event.by, now)
    case 'cancel':
      return cancel(state, event.by, now)
    case 'dispute':
      return dispute(state, event.by)
    case 'acceptReturn':
      return acceptReturn(state, event.by, now)
    case 'confirmReturn':
      return confirmReturn(state, event.by, now)
    case 'review':
      return review(state, event.by)
    case 'decide':
      return decide(state, event.sellerPoints, now)
    case 'itemGone':
      return state.phase === 'paid'
        ? toBuyer(state, { phase: 'cancelled', moment: 'cancelled', notified: ['buyer'] }, now)
        : same(state)
    case 'tick':
      return tick(state, now)
  }
}

/** When the machine wants a tick; null when no clock runs. */
export const nextTickAt = (state: TransactionState): number | null => {
  switch (state.phase) {
    case 'paid':
      return state.shipBy + shipGraceMs
    case 'shipped':
      return (state.shippedAt ?? state.boughtAt) + lostAfterMs
    case 'delivered':
      return (state.deliveredAt ?? state.boughtAt) + autoReceiveMs
    case 'returning':
      return state.returnBy
    default:
      return null
  }
}

/** Whether a side may send this event now; what the page offers and what the machine accepts are one rule. */
export const mayStep = (
  state: TransactionState,
  event: Exclude<TransactionEvent, { type: 'decide' | 'tick' | 'deliver' | 'itemGone' }>,
  now: number,
): boolean => {
  const step = transactionStep(state, event, now)
  return !('refused' in step) && step.moment !== null
}

/** Whether something waits for this side, as the list of transactions marks it. */
export const isOwnTurn = (state: TransactionState, side: MarketSide): boolean => {
  switch (state.phase) {
    case 'paid':
    case 'returning':
      return side === 'seller'
    case 'delivered':
      return side === 'buyer'
    case 'disputed':
      return true
    case 'received':
      return !state.reviewed[side]
    default:
      return false
  }
}
