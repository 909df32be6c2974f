import { sql } from 'kysely'
import type { SavedCard } from '#adapters/payments/port.ts'
import { pointsValidDays } from '#contract/points/points.ts'
import {
  isOrderUnpaid,
  meaningBesidePayment,
  type OrderEffect,
  type OrderEvent,
  orderTransition,
} from '#domain/points/purchase/order.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { followDispute } from '../earnings/follow-dispute.ts'
import { followRefund } from '../earnings/follow-refund.ts'
import { oneRow } from '../ledger/row.ts'
import {
  knownPaymentOf,
  lockOrder,
  type OrderRecord,
  orderOfPayment,
  type SeenPayment,
  saveBonus,
  saveOrder,
} from './order-record.ts'
import { alertOtherPayment } from './other-payment.ts'
import { storeCard } from './saved-card.ts'
import { settleOutstanding } from './settle-outstanding.ts'
import { wakeEvents } from './waiting-events.ts'

export interface Seen extends SeenPayment {
  /** The card that the payer let the service store. */
  card?: SavedCard | undefined
  /** What the service's own record reports about a captured payment. */
  refundedYen?: number | undefined
  isDisputed?: boolean | undefined
}

/**
 * Every event of an order goes through here: its effects and the points it moves are one transaction, so that
 * captured money and its points succeed or fail together. An order has one payment: an event about another
 * one doesn't change it, unless that one pays it. After every event about a paid order its points are settled
 * by all that is known of its money. Answers the order afterwards.
 */
export const applyOrderEvent = (
  context: Pick<Context, 'db' | 'events' | 'log'>,
  orderId: string,
  event: OrderEvent,
  seen: Seen = {},
): Promise<OrderRecord> => inTransaction(context.db, (tx) => apply(context, tx, orderId, event, seen))

/** The same inside a transaction that has no meter or account locked. */
export const apply = async (
  context: Pick<Context, 'events' | 'log'>,
  tx: Tx,
  orderId: string,
  reported: OrderEvent,
  seen: Seen = {},
): Promise<OrderRecord> => {
  const before = await lockOrder(tx, orderId)
  if (!before) throw new Error(`there is no order ${orderId}`)
  const isOthers = await paysAnotherOrder(tx, before, seen)
  const event: OrderEvent =
    isOthers && reported.type === 'captured' ? { type: 'declined', reason: 'alreadyUsed' } : reported
  const other = isOthers ? undefined : otherPaymentThan(before, seen)
  if (other !== undefined) {
    const meaning = meaningBesidePayment(before.state, event)
    if (meaning === 'operatorsMatter') await alertOtherPayment(tx, before.id, other, event)
    if (meaning !== 'pays') return before
  }
  const { order, effects } = orderTransition(before, event)
  const saved = await saveOrder(tx, before, order, isOthers ? {} : seen)
  for (const effect of effects) await carryOut(tx, saved, effect)
  if (seen.card && event.type === 'captured') await storeCard(tx, saved, seen.card)
  if (effects.some(({ type }) => type === 'grant'))
    await context.events.publish(tx, { type: 'point:changed', memberId: saved.memberId })
  const { order: after, hasMoved } = isOrderUnpaid(saved.state)
    ? { order: saved, hasMoved: false }
    : await settleOutstanding(context, tx, saved, {
        refundedYen: event.type === 'captured' ? seen.refundedYen : 0,
        reversedYen: event.type === 'refundReversed' ? event.amountYen : 0,
      })
  if (effects.length > 0 || hasMoved) {
    await followRefund(tx, after)
    await wakeEvents(tx, after.gateway, after.paymentId)
  }
  if (event.type === 'captured' && event.amountYen !== after.priceYen)
    context.log.error('payment-amount-differs', { orderId, priceYen: after.priceYen, ...event })
  return event.type === 'captured' && seen.isDisputed
    ? apply(context, tx, orderId, { type: 'disputed' })
    : after
}

/** A payment pays one order; the same payment for another order is declined. */
const paysAnotherOrder = async (tx: Tx, order: OrderRecord, { paymentId }: Seen): Promise<boolean> => {
  if (paymentId === undefined || paymentId === order.paymentId) return false
  const owner = await orderOfPayment(tx, order.gateway, paymentId)
  return owner !== undefined && owner.id !== order.id
}

/** The payment that an event was about, when the order knows another one. */
const otherPaymentThan = (order: OrderRecord, { paymentId }: Seen): string | undefined => {
  const known = knownPaymentOf(order)
  return known === undefined || paymentId === known ? undefined : paymentId
}

const carryOut = async (tx: Tx, order: OrderRecord, effect: OrderEffect): Promise<void> => {
  switch (effect.type) {
    case 'grant':
      return grant(tx, order, effect)
    case 'followDispute':
      return followDispute(tx, order.id, effect.change)
  }
}

/** The bonus may have come with another order by now: the order and the notification state what was given. */
const grant = async (
  tx: Tx,
  order: OrderRecord,
  { paidPoints, withFreePoints }: Extract<OrderEffect, { type: 'grant' }>,
): Promise<void> => {
  const [freePoints, promised] = withFreePoints ? [order.freePoints, order.bonusPoints] : [0, 0]
  const validFor = sql`make_interval(days => ${pointsValidDays})`
  const { bonus_given: bonusPoints } = await oneRow(
    tx,
    sql<{ bonus_given: number }>`
      select * from grant_purchase(${order.id}, ${order.memberId}, ${paidPoints}, ${freePoints}, ${promised}, ${validFor})`,
  )
  if (bonusPoints !== order.bonusPoints) await saveBonus(tx, order.id, bonusPoints)
  await addMemberNotices(tx, [
    {
      ...{ memberId: order.memberId, once: order.id },
      about: {
        ...{ kind: 'pointsMoved', moment: 'bought', orderId: order.id },
        points: paidPoints + freePoints + bonusPoints,
      },
    },
  ])
}
