import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RefundState } from '#contract/points/operator/orders.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import { refundNeedsTwo } from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { oneRow } from '../ledger/row.ts'
import { apply } from './apply-order-event.ts'
import { lockOrder, type OrderRecord } from './order-record.ts'
import { bankGateway } from './place-order.ts'

export interface RefundRequest {
  /** Made by the client; the idempotency key towards the service, too. */
  refundId: string
  orderId: string
  operatorId: number
  reason: string
}

export interface Refund {
  state: RefundState
  /** Null until its points were taken. */
  amountYen: number | null
}

type Working = Pick<Context, 'events' | 'log'>

const retryAfterSec = 60

/**
 * Pays back the yen of what is left of an order's paid points; its free points go with them. The points go
 * now, so that nobody spends them while the money is on its way; `finishRefunds` asks the service a moment
 * later. Above a limit it waits for another operator's approval. Locks the order.
 *
 * The order of the refusals: notFound, idempotencyMismatch (the id belongs to another order's refund), orderNotRefundable,
 * refundUnderWay, refundNothingLeft.
 */
export const requestRefund = async (
  context: Working,
  tx: Tx,
  request: RefundRequest,
): Promise<
  | Refund
  | Refusal<
      'notFound' | 'orderNotRefundable' | 'refundNothingLeft' | 'refundUnderWay' | 'idempotencyMismatch'
    >
> => {
  const order = await lockOrder(tx, request.orderId)
  if (!order) return refuse('notFound')
  const earlier = await refundById(tx, request.refundId)
  if (earlier) return earlier.orderId === order.id ? earlier : refuse('idempotencyMismatch')
  if (order.state !== 'granted' && order.state !== 'refunded') return refuse('orderNotRefundable')
  if (await hasOpenRefund(tx, order.id)) return refuse('refundUnderWay')
  const leftYen = await refundableYen(tx, order.id)
  if (leftYen === 0) return refuse('refundNothingLeft')
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
  return refundNeedsTwo(leftYen)
    ? { state: 'requested', amountYen: null }
    : voidPoints(context, tx, order, request.refundId)
}

/**
 * A second operator approves. When nothing is left to pay back by now, the request ends as 'refused'.
 * Refuses: notFound, refundNeedsAnother (the one who requested it).
 */
export const approveRefund = async (
  context: Working,
  tx: Tx,
  refundId: string,
  operatorId: number,
): Promise<Refund | Refusal<'notFound' | 'refundNeedsAnother'>> => {
  const known = await refundById(tx, refundId)
  const order = known && (await lockOrder(tx, known.orderId))
  const refund = order && (await refundById(tx, refundId))
  if (!refund || !order) return refuse('notFound')
  if (refund.state !== 'requested') return refund
  if (refund.requestedBy === operatorId) return refuse('refundNeedsAnother')
  await tx.updateTable('order_refund').set({ approved_by: operatorId }).where('id', '=', refundId).execute()
  const isLeft = order.state !== 'chargedBack' && (await refundableYen(tx, order.id)) > 0
  const voided = isLeft ? await voidPoints(context, tx, order, refundId) : refuse('refundNothingLeft')
  if (!isRefusal(voided)) return voided
  await tx
    .updateTable('order_refund')
    .set({ state: 'refused', decided_at: sql<Date>`now()` })
    .where('id', '=', refundId)
    .execute()
  return { state: 'refused', amountYen: null }
}

/** Voids the points; the yen that paid for them go back. Voids none when it refuses. */
const voidPoints = async (
  context: Working,
  tx: Tx,
  order: OrderRecord,
  refundId: string,
): Promise<Refund | Refusal<'refundNothingLeft'>> => {
  const voided = await oneRow(
    tx,
    sql<{ paid_points: number }>`
      select * from void_order(${order.id}, ${order.memberId}, ${refundId}, ${order.capturedYen - order.refundedYen})`,
  )
  const amountYen = voided.paid_points
  if (amountYen === 0) return refuse('refundNothingLeft')
  await tx
    .updateTable('order_refund')
    .set({ state: 'asked', amount_yen: amountYen, next_check_at: inSeconds(0) })
    .where('id', '=', refundId)
    .execute()
  await context.events.publish(tx, { type: 'point:changed', memberId: order.memberId })
  return { state: 'asked', amountYen }
}

/** Every few seconds: asks the services for approved refunds, and again after an outage or a crash. */
export const finishRefunds = async (context: Context): Promise<void> => {
  for (;;) {
    const refundId = await claimRefund(context.db)
    if (refundId === undefined) return
    await sendRefund(context, refundId).catch((error: unknown) =>
      context.log.error('refund-not-finished', { refundId, error }),
    )
  }
}

/**
 * One at a time: a service may take 20 s for each, and after an expired claim another process would ask, too.
 */
const claimRefund = async (db: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    update order_refund set next_check_at = ${inSeconds(retryAfterSec)}
    where id = (
      select id from order_refund where next_check_at <= now()
      order by next_check_at limit 1 for update skip locked
    )
    returning id`.execute(db)
  return rows[0]?.id
}

/** Asks the service, once per key however often it is called; an unknown outcome is asked for again. */
const sendRefund = async (context: Context, refundId: string): Promise<void> => {
  const refund = await refundById(context.db, refundId)
  if (refund?.state !== 'asked' || refund.amountYen === null || refund.paymentId === null) return
  const { amountYen, paymentId } = refund
  const gateway = context.payments.named(refund.gateway)
  // A bank transfer is sent back by an operator.
  const isByBank = refund.gateway === bankGateway
  if (!gateway && !isByBank) throw new Error(`there is no payment gateway ${refund.gateway}`)
  const outcome = gateway ? await gateway.refund({ key: refundId, paymentId, amountYen }) : 'refunded'
  if (outcome === 'unknown') return
  await inTransaction(context.db, async (tx) => {
    await lockOrder(tx, refund.orderId)
    if ((await refundById(tx, refundId))?.state !== 'asked') return
    await tx
      .updateTable('order_refund')
      .set({
        state: outcome === 'refunded' ? 'done' : 'refused',
        decided_at: sql<Date>`now()`,
        next_check_at: null,
      })
      .where('id', '=', refundId)
      .execute()
    if (outcome === 'refused') await giveBack(context, tx, refundId, refund)
    await apply(context, tx, refund.orderId, { type: 'refundDecided' })
  })
}

/** Returns the points of this refund, and of no earlier one: those were paid back. */
const giveBack = async (context: Working, tx: Tx, refundId: string, refund: StoredRefund): Promise<void> => {
  await oneRow(
    tx,
    sql`select give_back_refund(${refundId}, ${refund.orderId}, ${refund.memberId}, make_interval(days => ${pointsValidDays}))`,
  )
  await context.events.publish(tx, { type: 'point:changed', memberId: refund.memberId })
}

/**
 * What is left of an order's paid lot, at most what is left of its money. 0 once the lot has expired. What a
 * running call holds of it stays with the call.
 */
export const refundableYen = async (db: Db | Tx, orderId: string): Promise<number> => {
  const row = await oneRow(
    db,
    sql<{ points: number }>`
      select least(o.captured_yen - o.refunded_yen, (
        select coalesce(sum(l.remaining), 0) from lot l
        where l.id in (select lot_id from lots_of_order(o.id)) and l.kind = 'paid' and l.expires_at > now()
      ))::bigint as points
      from purchase_order o where o.id = ${orderId}`,
  )
  return row.points
}

interface StoredRefund extends Refund {
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
  return row && { ...row, state: row.state as RefundState }
}

const hasOpenRefund = async (tx: Tx, orderId: string): Promise<boolean> => {
  const open = await tx
    .selectFrom('order_refund')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['requested', 'asked'])
    .executeTakeFirst()
  return open !== undefined
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`
