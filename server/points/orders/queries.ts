import { sql } from 'kysely'
import type { Order } from '#contract/points/purchase.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { OrderRecord } from './order-record.ts'

interface Issued {
  order_id: string
  paid: number
  free: number
  bonus: number
  repaid: number
  expires_at: Date
}

/** Orders as their buyer sees them, with the points that they granted and lost. */
export const orderViews = async (db: Db | Tx, orders: readonly OrderRecord[]): Promise<Order[]> => {
  const issued = await issuedBy(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => viewOf(order, issued.get(order.id)))
}

/** `orderViews` of one order. */
export const orderView = async (db: Db | Tx, order: OrderRecord): Promise<Order> => {
  const [view] = await orderViews(db, [order])
  if (!view) throw new Error('an order without a view')
  return view
}

const viewOf = (order: OrderRecord, issued: Issued | undefined): Order => ({
  orderId: order.id,
  state: order.state,
  method: order.method,
  courseId: order.courseId,
  priceYen: order.priceYen,
  paidPoints: issued?.paid ?? order.priceYen,
  freePoints: issued?.free ?? order.freePoints,
  bonusPoints: issued?.bonus ?? order.bonusPoints,
  repaidPoints: issued?.repaid ?? 0,
  refundedYen: order.refundedYen,
  declineReason: order.declineReason,
  challengeUrl: order.challengeUrl,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.capturedAt?.toISOString() ?? null,
  expiresAt: issued?.expires_at.toISOString() ?? null,
})

const issuedBy = async (db: Db | Tx, orderIds: readonly string[]): Promise<Map<string, Issued>> => {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<Issued>`
    select t.reference as order_id, min(l.expires_at) as expires_at,
      coalesce(sum(t.amount) filter (where t.purpose = 'purchase'), 0)::bigint as paid,
      coalesce(sum(t.amount) filter (where t.purpose = 'purchaseBonus'), 0)::bigint as free,
      coalesce(sum(t.amount) filter (where t.purpose = 'firstPurchase'), 0)::bigint as bonus,
      coalesce(sum(t.amount) filter (where t.purpose = 'debt'), 0)::bigint as repaid
    from transfer t left join lot l on l.grant_transfer_id = t.id
    where t.reference = any (${orderIds}::text[])
      and t.purpose in ('purchase', 'purchaseBonus', 'firstPurchase', 'debt')
    group by t.reference`.execute(db)
  return new Map(rows.map((row) => [row.order_id, row]))
}
