import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '../../../contract/refusal.ts'
import { refundNeedsTwo } from '../../../domain/points/order.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { pointsValidDays } from '../ledger.ts'
import { oneRow } from '../row.ts'
import { applyWithin } from './apply-order-event.ts'
import { lockOrder, type OrderRecord } from './order-record.ts'

export interface RefundRequest {
  /** Client-made; the idempotency key towards the service, too. */
  refundId: string
  orderId: string
  operatorId: number
  reason: string
}

export interface RefundState {
  state: 'requested' | 'asked' | 'done' | 'refused'
  /** Null until a second operator has approved. */
  amountYen: number | null
}

export type RefundRefusal =
  | 'notFound'
  | 'orderNotRefundable'
  | 'refundNothingLeft'
  | 'refundNeedsAnother'
  | 'refundUnderWay'
  | 'idempotencyMismatch'

type RefundAnswer = RefundState | Refusal<RefundRefusal>

const refundsAtOnce = 20
const askAgainAfterSec = 60

/**
 * Pays back the yen of what is left of an order's paid points; its free points go with them. The points go first, so
 * that nobody spends them while the money is on its way. Above a limit it waits for another operator's approval.
 */
export const requestRefund = async (context: Context, request: RefundRequest): Promise<RefundAnswer> => {
  const made = await inTransaction<RefundAnswer>(context.db, async (tx) => {
    const order = await lockOrder(tx, request.orderId)
    if (!order) return refuse('notFound')
    const earlier = await refundById(tx, request.refundId)
    if (earlier) return earlier.orderId === order.id ? earlier : refuse('idempotencyMismatch')
    if (order.state !== 'granted' && order.state !== 'refunded') return refuse('orderNotRefundable')
    if (await openRefundOf(tx, order.id)) return refuse('refundUnderWay')
    const left = await paidPointsLeft(tx, order)
    if (left === 0) return refuse('refundNothingLeft')
    await tx
      .insertInto('order_refund')
      .values({
        id: request.refundId,
        order_id: order.id,
        state: 'requested',
        reason: request.reason,
        requested_by: request.operatorId,
      })
      .execute()
    return refundNeedsTwo(left)
      ? { state: 'requested', amountYen: null }
      : take(context, tx, order, request.refundId)
  })
  return isRefusal(made) || made.state !== 'asked' ? made : askRefund(context, request.refundId)
}

/** A second operator approves. Refuses: refundNeedsAnother (the one who requested it). */
export const approveRefund = async (
  context: Context,
  refundId: string,
  operatorId: number,
): Promise<RefundAnswer> => {
  const approved = await inTransaction<RefundAnswer>(context.db, async (tx) => {
    const known = await refundById(tx, refundId)
    const order = known && (await lockOrder(tx, known.orderId))
    const refund = order && (await refundById(tx, refundId))
    if (!refund || !order) return refuse('notFound')
    if (refund.state !== 'requested') return refund
    if (refund.requestedBy === operatorId) return refuse('refundNeedsAnother')
    await tx.updateTable('order_refund').set({ approved_by: operatorId }).where('id', '=', refundId).execute()
    return take(context, tx, order, refundId)
  })
  return isRefusal(approved) || approved.state !== 'asked' ? approved : askRefund(context, refundId)
}

/** The points go; what they were paid with is what goes back. */
const take = async (
  context: Context,
  tx: Tx,
  order: OrderRecord,
  refundId: string,
): Promise<RefundAnswer> => {
  const taken = await oneRow(
    tx,
    sql<{ paid_points: number }>`select * from void_order(${order.id}, ${order.memberId})`,
  )
  if (taken.paid_points === 0) return refuse('refundNothingLeft')
  await tx
    .updateTable('order_refund')
    .set({ state: 'asked', amount_yen: taken.paid_points, next_check_at: inSeconds(askAgainAfterSec) })
    .where('id', '=', refundId)
    .execute()
  await context.events.publish(tx, { type: 'point:changed', memberId: order.memberId })
  return { state: 'asked', amountYen: taken.paid_points }
}

/** Asks the service, once per key however often; an unknown outcome is asked for again. */
const askRefund = async (context: Context, refundId: string): Promise<RefundState> => {
  const refund = await refundById(context.db, refundId)
  if (!refund) throw new Error(`there is no refund ${refundId}`)
  const { amountYen, paymentId } = refund
  if (refund.state !== 'asked' || amountYen === null || paymentId === null) return refund
  const gateway = context.payments.named(refund.gateway)
  const outcome = gateway ? await gateway.refund({ key: refundId, paymentId, amountYen }) : 'refused'
  if (outcome === 'unknown') return refund
  return inTransaction(context.db, async (tx) => {
    await lockOrder(tx, refund.orderId)
    const current = await refundById(tx, refundId)
    if (current?.state !== 'asked') return current ?? refund
    await tx
      .updateTable('order_refund')
      .set({
        state: outcome === 'refunded' ? 'done' : 'refused',
        decided_at: sql<Date>`now()`,
        next_check_at: null,
      })
      .where('id', '=', refundId)
      .execute()
    if (outcome === 'refunded')
      await applyWithin(context, tx, refund.orderId, { type: 'paidBack', amountYen })
    else await giveBack(context, tx, refund)
    return { state: outcome === 'refunded' ? 'done' : 'refused', amountYen }
  })
}

const giveBack = async (context: Context, tx: Tx, refund: StoredRefund): Promise<void> => {
  await oneRow(
    tx,
    sql`select give_back(${refund.orderId}, ${refund.memberId}, 'orderRefund', make_interval(days => ${pointsValidDays}))`,
  )
  await context.events.publish(tx, { type: 'point:changed', memberId: refund.memberId })
}

/** Every few seconds: what a crash or an outage left between the points and the money. */
export const finishRefunds = async (context: Context): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update order_refund set next_check_at = ${inSeconds(askAgainAfterSec)}
    where id in (
      select id from order_refund where next_check_at <= now()
      order by next_check_at limit ${refundsAtOnce} for update skip locked
    )
    returning id`.execute(context.db)
  for (const { id } of rows) {
    await askRefund(context, id).catch((error: unknown) =>
      context.log.error('refund-not-finished', { refundId: id, error }),
    )
  }
}

/** What we have paid back of an order, or are about to: news of it is none. */
export const ownRefundsYen = async (db: Db | Tx, orderId: string): Promise<number> => {
  const row = await oneRow(
    db,
    sql<{ yen: number }>`
      select coalesce(sum(amount_yen), 0)::bigint as yen from order_refund
      where order_id = ${orderId} and state in ('asked', 'done')`,
  )
  return row.yen
}

/** What is left of an order's paid lot and not held; 0 once it has expired. */
const paidPointsLeft = async (tx: Tx, order: OrderRecord): Promise<number> => {
  const row = await oneRow(
    tx,
    sql<{ points: number }>`
      select coalesce(sum(l.remaining), 0)::bigint as points from lot l
      where l.id in (select lot_id from lots_of_order(${order.id})) and l.kind = 'paid' and l.expires_at > now()`,
  )
  return row.points
}

interface StoredRefund extends RefundState {
  orderId: string
  memberId: string
  gateway: string
  paymentId: string | null
  requestedBy: number
}

const refundById = async (db: Db | Tx, refundId: string): Promise<StoredRefund | undefined> => {
  const row = await db
    .selectFrom('order_refund as r')
    .innerJoin('purchase_order as o', 'o.id', 'r.order_id')
    .select([
      'r.order_id as orderId',
      'o.member_id as memberId',
      'o.gateway',
      'o.payment_id as paymentId',
      'r.state',
      'r.amount_yen as amountYen',
      'r.requested_by as requestedBy',
    ])
    .where('r.id', '=', refundId)
    .executeTakeFirst()
  return row && { ...row, state: row.state as RefundState['state'] }
}

const openRefundOf = (tx: Tx, orderId: string) =>
  tx
    .selectFrom('order_refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'asked'])
    .executeTakeFirst()

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
