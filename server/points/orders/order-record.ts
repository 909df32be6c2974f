import { type SelectQueryBuilder, sql } from 'kysely'
import type { NamedCard } from '#adapters/payments/port.ts'
import type { DeclineReason, OrderState, PaymentMethod } from '#contract/points/purchase.ts'
import {
  isOrderOpen,
  lastLookAfterMs,
  type OrderProgress,
  paymentWaitMs,
} from '#domain/points/purchase/order.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'

/** An order as it is stored. */
export interface OrderRecord extends OrderProgress {
  id: string
  memberId: string
  courseId: string
  method: PaymentMethod
  gateway: string
  freePoints: number
  bonusPoints: number
  /** What paid or was to pay, as the service reported it; it belongs to one order. Fixed once it has paid. */
  paymentId: string | null
  /**
   * The payment that the payer sent: where to look for the order, and nothing more, because anybody may send
   * any id.
   */
  broughtPaymentId: string | null
  /** The process that asks the service; null for a bank transfer, and where it isn't known. */
  askedByProcess: string | null
  challengeUrl: string | null
  createdAt: Date
  capturedAt: Date | null
}

/** What a payment service reported beside the event. */
export interface SeenPayment {
  paymentId?: string | undefined
  challengeUrl?: string | undefined
  paidWith?: NamedCard | undefined
}

/** How soon reconciliation asks about an open order; the request that pays it has answered by then. */
const firstCheckAfterSec = 15

const columns = [
  'id',
  'member_id as memberId',
  'course_id as courseId',
  'method',
  'gateway',
  'state',
  'price_yen as priceYen',
  'free_points as freePoints',
  'bonus_points as bonusPoints',
  'captured_yen as capturedYen',
  'refunded_yen as refundedYen',
  'decline_reason as declineReason',
  'payment_id as paymentId',
  'brought_payment_id as broughtPaymentId',
  'asked_by_process as askedByProcess',
  'challenge_url as challengeUrl',
  'created_at as createdAt',
  'captured_at as capturedAt',
] as const

type OrderQuery = SelectQueryBuilder<Tables, 'purchase_order', object>

const read = async (query: OrderQuery): Promise<OrderRecord[]> => {
  const rows = await query.select(columns).execute()
  return rows.map((row) => ({
    ...row,
    method: row.method as PaymentMethod,
    state: row.state as OrderState,
    declineReason: row.declineReason as DeclineReason | null,
  }))
}

/** An order as it was stored last; undefined without one. Nothing is locked. */
export const findOrder = async (db: Db | Tx, orderId: string): Promise<OrderRecord | undefined> =>
  (await read(db.selectFrom('purchase_order').where('id', '=', orderId)))[0]

/** Locks an order until the transaction ends. Orders are locked before meters and accounts. */
export const lockOrder = async (tx: Tx, orderId: string): Promise<OrderRecord | undefined> =>
  (await read(tx.selectFrom('purchase_order').where('id', '=', orderId).forUpdate()))[0]

/** The payment under which to ask the service about an order. */
export const knownPaymentOf = (order: OrderRecord): string | undefined =>
  order.paymentId ?? order.broughtPaymentId ?? undefined

/**
 * The order that this payment of the service paid or was to pay; undefined without one. A payment that only a payer named
 * (`broughtPaymentId`) doesn't count. Nothing is locked.
 */
export const orderOfPayment = async (
  db: Db | Tx,
  gateway: string,
  paymentId: string,
): Promise<OrderRecord | undefined> =>
  (
    await read(
      db.selectFrom('purchase_order').where('gateway', '=', gateway).where('payment_id', '=', paymentId),
    )
  )[0]

/** Whether this payment paid an order of ours, or a payer sent it for one. */
export const isKnownPayment = async (db: Db, gateway: string, paymentId: string): Promise<boolean> => {
  const known = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('gateway', '=', gateway)
    .where((order) =>
      order.or([order('payment_id', '=', paymentId), order('brought_payment_id', '=', paymentId)]),
    )
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** A member's orders, newest first. */
export const ordersOf = (
  db: Db | Tx,
  memberId: string,
  page: { before: string | undefined; limit: number },
): Promise<OrderRecord[]> => {
  const own = db.selectFrom('purchase_order').where('member_id', '=', memberId)
  const older = page.before ? own.where('created_at', '<', new Date(page.before)) : own
  return read(older.orderBy('created_at', 'desc').limit(page.limit))
}

/** Stores a new order, with the time at which reconciliation asks about it. Throws when its id is taken. */
export const insertOrder = async (
  tx: Tx,
  order: Omit<OrderRecord, 'createdAt' | 'capturedAt' | 'challengeUrl' | 'paymentId'>,
  { confirmationVersion, networkKey }: { confirmationVersion: string; networkKey: string },
): Promise<void> => {
  await tx
    .insertInto('purchase_order')
    .values({
      id: order.id,
      member_id: order.memberId,
      course_id: order.courseId,
      method: order.method,
      gateway: order.gateway,
      state: order.state,
      price_yen: order.priceYen,
      free_points: order.freePoints,
      bonus_points: order.bonusPoints,
      confirmation_version: confirmationVersion,
      brought_payment_id: order.broughtPaymentId,
      asked_by_process: order.askedByProcess,
      network_key: networkKey,
      next_check_at: checkAfter(
        order.state === 'created' ? paymentWaitMs.created / 1000 : firstCheckAfterSec,
      ),
    })
    .execute()
}

/** Stores the new state of a locked order. */
export const saveOrder = async (
  tx: Tx,
  before: OrderRecord,
  after: OrderProgress,
  seen: SeenPayment,
): Promise<OrderRecord> => {
  const isOpen = isOrderOpen(after.state)
  const paymentId = seen.paymentId ?? before.paymentId
  const challengeUrl = after.state === 'challenge' ? (seen.challengeUrl ?? before.challengeUrl) : null
  const isNewDispute = before.state !== 'chargedBack' && after.state === 'chargedBack'
  const isByCard = before.method === 'card' || before.method === 'savedCard'
  const isFirstMoney = before.capturedYen === 0 && after.capturedYen > 0
  const row = await tx
    .updateTable('purchase_order')
    .set({
      state: after.state,
      decline_reason: after.declineReason,
      captured_yen: after.capturedYen,
      refunded_yen: after.refundedYen,
      payment_id: paymentId,
      challenge_url: challengeUrl,
      ...nextCheck(before.state, after.state),
      ...(isNewDispute ? { dispute_settled_at: null } : {}),
      ...(isFirstMoney ? { captured_at: sql<Date>`now()` } : {}),
      ...(isByCard && seen.paidWith
        ? { card_brand: seen.paidWith.brand, card_last4: seen.paidWith.last4 }
        : {}),
      ...(isOpen ? {} : { ended_at: sql<Date>`coalesce(ended_at, now())` }),
    })
    .where('id', '=', before.id)
    .returning('captured_at')
    .executeTakeFirstOrThrow()
  return { ...before, ...after, paymentId, challengeUrl, capturedAt: row.captured_at }
}

/** What a granted order brought of the first purchase's bonus, in place of what was promised. */
export const saveBonus = async (tx: Tx, orderId: string, bonusPoints: number): Promise<void> => {
  await tx
    .updateTable('purchase_order')
    .set({ bonus_points: bonusPoints })
    .where('id', '=', orderId)
    .execute()
}

/** An order that was given up is checked once more; changes without effect don't postpone that. */
const nextCheck = (before: OrderState, after: OrderState) => {
  if (isOrderOpen(after)) return { next_check_at: checkAfter(firstCheckAfterSec) }
  if (after !== 'givenUp') return { next_check_at: null }
  return before === 'givenUp' ? {} : { next_check_at: checkAfter(lastLookAfterMs / 1000) }
}

/** Records that its service was asked for the last time. */
export const stopLooking = async (db: Db, orderId: string): Promise<void> => {
  await db
    .updateTable('purchase_order')
    .set({ next_check_at: null })
    .where('id', '=', orderId)
    .where('state', '=', 'givenUp')
    .execute()
}

/** Has reconciliation check an open order after this many seconds. */
export const checkOrderAfter = async (db: Db | Tx, orderId: string, seconds: number): Promise<void> => {
  await db
    .updateTable('purchase_order')
    .set({ next_check_at: checkAfter(seconds) })
    .where('id', '=', orderId)
    .where('state', 'in', ['paying', 'challenge'])
    .execute()
}

const checkAfter = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
