import { sql } from 'kysely'
import { pointsValidDays } from '#contract/points/points.ts'
import { outstandingOf } from '#domain/points/purchase/order-outstanding.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { oneRow } from '../ledger/row.ts'
import type { OrderRecord } from './order-record.ts'

interface Facts {
  outsideYen: number
  reversedYen: number
  reportedYen: number
  ownDoneYen: number
  ownAskedYen: number
  issuedPoints: number
  ownRefundPoints: number
}

/** What is newly reported beside the stored events. */
export interface ReportedRefunds {
  /** By the service's own record of the payment; 0: by events alone. */
  refundedYen?: number | undefined
  /** What the service has just reversed of its refunds, as it reports it. */
  reversedYen?: number | undefined
}

/**
 * Settles a locked, captured order by the facts about its money: its state, what was paid back, and how many
 * points it has outstanding; the difference is moved. A repeat changes nothing. Answers the order, and
 * whether points moved.
 */
export const settleOutstanding = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  order: OrderRecord,
  reported: ReportedRefunds = {},
): Promise<{ order: OrderRecord; hasMoved: boolean }> => {
  const facts = await factsOf(tx, order.id)
  const { outstandingPoints, state, refundedYen, outsideYen, reversedYen } = outstandingOf({
    ...facts,
    isDisputed: order.state === 'chargedBack',
    capturedYen: order.capturedYen,
    reportedYen: Math.max(facts.reportedYen, reported.refundedYen ?? 0),
    newlyReversedYen: reported.reversedYen ?? 0,
  })
  await tx
    .updateTable('purchase_order')
    .set({
      state,
      refunded_yen: refundedYen,
      refunded_outside_yen: outsideYen,
      refund_reversed_yen: reversedYen,
    })
    .where('id', '=', order.id)
    .execute()
  const { moved } = await oneRow(
    tx,
    sql<{ moved: number }>`
      select * from settle_order_points(${order.id}, ${order.memberId}, ${outstandingPoints},
        make_interval(days => ${pointsValidDays}))`,
  )
  if (moved !== 0) await context.events.publish(tx, { type: 'point:changed', memberId: order.memberId })
  return { order: { ...order, state, refundedYen }, hasMoved: moved !== 0 }
}

const factsOf = (tx: Tx, orderId: string): Promise<Facts> =>
  oneRow(
    tx,
    sql<Facts>`
      select o.refunded_outside_yen as "outsideYen", o.refund_reversed_yen as "reversedYen", r.reported_yen as "reportedYen", r.own_done_yen as "ownDoneYen",
        r.own_asked_yen as "ownAskedYen", p.issued as "issuedPoints", p.own_refunds as "ownRefundPoints"
      from purchase_order o
      join order_refunds r on r.order_id = o.id
      join order_points p on p.order_id = o.id
      where o.id = ${orderId}`,
  )
