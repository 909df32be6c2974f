import { sql } from 'kysely'
import {
  type BookingLine,
  type BookingState,
  type CourseLine,
  type FunnelStep,
  funnelDays,
  funnelSteps,
  type OrderLine,
  ordersPerPage,
  type RefundLine,
  type RefundState,
} from '#contract/points/operator/orders.ts'
import type { DeclineReason, OrderState, PaymentMethod } from '#contract/points/purchase.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { operatorMails } from '#server/operators/queries.ts'

export interface OrderSearch {
  search?: string | undefined
  state?: OrderState | undefined
  before?: string | undefined
}

const lines = (db: Db | Tx) =>
  db
    .selectFrom('purchase_order as o')
    .innerJoin('member as m', 'm.id', 'o.member_id')
    .select([
      'o.id as orderId',
      'o.member_id as memberId',
      'm.name as memberName',
      'o.state',
      'o.method',
      'o.gateway',
      'o.price_yen as priceYen',
      'o.captured_yen as capturedYen',
      'o.refunded_yen as refundedYen',
      'o.decline_reason as declineReason',
      'o.created_at as createdAt',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof lines>['executeTakeFirstOrThrow']>>

const lineOf = (row: Row): OrderLine => ({
  ...row,
  state: row.state as OrderState,
  method: row.method as PaymentMethod,
  declineReason: row.declineReason as DeclineReason | null,
  createdAt: row.createdAt.toISOString(),
})

/** Orders, newest first; `search` is the whole id of an order, a member or a payment. */
export const searchOrders = async (
  db: Db | Tx,
  { search, state, before }: OrderSearch,
): Promise<{ orders: OrderLine[]; hasMore: boolean }> => {
  let query = lines(db)
  if (search)
    query = query.where((where) =>
      where.or([
        where('o.id', '=', search),
        where('o.member_id', '=', search),
        where('o.payment_id', '=', search),
      ]),
    )
  if (state) query = query.where('o.state', '=', state)
  if (before) query = query.where('o.created_at', '<', new Date(before))
  const rows = await query
    .orderBy('o.created_at', 'desc')
    .limit(ordersPerPage + 1)
    .execute()
  return { orders: rows.slice(0, ordersPerPage).map(lineOf), hasMore: rows.length > ordersPerPage }
}

export interface OrderForOperator {
  line: OrderLine
  paymentId: string | null
  confirmationVersion: string
  isDisputeSettled: boolean
}

/** An order as operators see it; undefined without one. */
export const orderForOperator = async (
  db: Db | Tx,
  orderId: string,
): Promise<OrderForOperator | undefined> => {
  const row = await lines(db)
    .select(['o.payment_id', 'o.confirmation_version', 'o.dispute_settled_at'])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  if (!row) return undefined
  const { payment_id, confirmation_version, dispute_settled_at, ...line } = row
  return {
    line: lineOf(line),
    paymentId: payment_id,
    confirmationVersion: confirmation_version,
    isDisputeSettled: dispute_settled_at !== null,
  }
}

/** Refunds of one order, or all that are still open; newest first. */
export const refundLines = async (db: Db | Tx, orderId: string | null): Promise<RefundLine[]> => {
  const query = db.selectFrom('order_refund').selectAll()
  const chosen =
    orderId === null
      ? query.where('state', 'in', ['requested', 'asked'])
      : query.where('order_id', '=', orderId)
  const rows = await chosen.orderBy('created_at', 'desc').limit(ordersPerPage).execute()
  const operatorIds = rows.flatMap((row) => [row.requested_by, row.approved_by ?? []].flat())
  const mails = await operatorMails(db, operatorIds)
  return rows.map((row) => ({
    refundId: row.id,
    orderId: row.order_id,
    state: row.state as RefundState,
    amountYen: row.amount_yen,
    reason: row.reason,
    requestedBy: mails.get(row.requested_by) ?? '',
    approvedBy: row.approved_by === null ? null : (mails.get(row.approved_by) ?? ''),
    createdAt: row.created_at.toISOString(),
  }))
}

/** How a bank transfer's order was booked; null before, and after a booking was withdrawn. */
export const bookingLine = async (db: Db | Tx, orderId: string): Promise<BookingLine | null> => {
  const row = await db
    .selectFrom('bank_booking')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  if (!row) return null
  const mails = await operatorMails(db, [row.booked_by, row.decided_by ?? []].flat())
  return {
    amountYen: row.amount_yen,
    reference: row.reference,
    state: row.state as BookingState,
    bookedBy: mails.get(row.booked_by) ?? '',
    approvedBy: row.decided_by === null ? null : (mails.get(row.decided_by) ?? ''),
    createdAt: row.created_at.toISOString(),
  }
}

/** Refunds and booked bank transfers that wait for a second operator. */
export const refundsAndTransfersToApprove = async (
  db: Db | Tx,
): Promise<{ refundsToApprove: number; transfersToApprove: number }> => {
  const { rows } = await sql<{ refundsToApprove: number; transfersToApprove: number }>`
    select (select count(*)::int from order_refund where state = 'requested') as "refundsToApprove",
      (select count(*)::int from bank_booking where state = 'requested') as "transfersToApprove"`.execute(db)
  return rows[0] ?? { refundsToApprove: 0, transfersToApprove: 0 }
}

/** Point packs, cheapest first, also those that are not on sale. */
export const allPointPacks = async (db: Db | Tx): Promise<CourseLine[]> =>
  db
    .selectFrom('points_course')
    .select(['id', 'price_yen as priceYen', 'free_points as freePoints', 'is_on_sale as isOnSale'])
    .orderBy('price_yen')
    .execute()

/** Confirmed orders keep what they showed; a page that still shows the old point pack is refused. */
export const saveCourse = async (tx: Tx, course: CourseLine): Promise<void> => {
  const values = {
    price_yen: course.priceYen,
    free_points: course.freePoints,
    is_on_sale: course.isOnSale,
    updated_at: sql<Date>`now()`,
  }
  await tx
    .insertInto('points_course')
    .values({ id: course.id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

export interface FunnelLine {
  step: FunnelStep
  members: number
  times: number
}

/** How many members took each step in the last 30 days, and how often. */
export const purchaseFunnel = async (db: Db | Tx): Promise<FunnelLine[]> => {
  const { rows } = await sql<FunnelLine>`
    select step, count(distinct member_id)::int as members, count(*)::int as times
    from (
      select step, member_id, at from purchase_step
      union all
      select 'granted', member_id, captured_at from purchase_order where captured_at is not null
    ) s
    where at > now() - make_interval(days => ${funnelDays})
    group by step`.execute(db)
  return funnelSteps.map((step) => rows.find((row) => row.step === step) ?? { step, members: 0, times: 0 })
}
