import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { BookingState } from '#contract/points/operator/orders.ts'
import { bookingNeedsTwo } from '#domain/points/purchase/bank-booking.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { lockName } from '#server/db/name-lock.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { apply } from './apply-order-event.ts'
import { lockOrder, type OrderRecord, orderOfPayment } from './order-record.ts'
import { bankGateway } from './place-order.ts'

export interface BankTransfer {
  orderId: string
  amountYen: number
  /** The bank statement's own number. */
  reference: string
  operatorId: number
}

/** An order and the state of its booking: `requested` grants no points yet. */
export interface Booked {
  order: OrderRecord
  state: BookingState
}

type Working = Pick<Context, 'events' | 'log'>

/**
 * Books a bank transfer for the order that announced it, late ones too: as many paid points as yen, free ones
 * when it is the whole price. Above what one operator books alone it waits for another's approval. Refuses:
 * notFound, transferNotExpected (the order announced none), transferBooked (the order or the statement line
 * was booked before, or the same with another amount). A repeat answers the booking's present state.
 */
export const bookTransfer = async (
  context: Working,
  tx: Tx,
  transfer: BankTransfer,
): Promise<Booked | Refusal<'notFound' | 'transferNotExpected' | 'transferBooked'>> => {
  const { orderId, amountYen, reference, operatorId } = transfer
  // One after the other: neither a line of the statement nor the rest of a limit is used twice at once.
  await lockName(tx, 'bank_booking')
  const order = await lockOrder(tx, orderId)
  if (!order) return refuse('notFound')
  if (order.gateway !== bankGateway) return refuse('transferNotExpected')
  const earlier = await earlierBooking(tx, order, reference)
  if (earlier) {
    const isSame =
      earlier.orderId === orderId && earlier.reference === reference && earlier.amountYen === amountYen
    return isSame ? { order, state: earlier.state } : refuse('transferBooked')
  }
  const bookedAloneYen = await bookedAlone(tx, operatorId)
  const needsTwo = bookingNeedsTwo({ amountYen, priceYen: order.priceYen, bookedAloneYen })
  const state = needsTwo ? 'requested' : 'done'
  await tx
    .insertInto('bank_booking')
    .values({ order_id: orderId, reference, amount_yen: amountYen, state, booked_by: operatorId })
    .execute()
  if (!needsTwo) return { order: await capture(context, tx, transfer), state }
  await raiseAlert(tx, {
    kind: 'transferToApprove',
    subject: `order:${orderId}`,
    text: `注文 ${orderId} に${amountYen.toLocaleString('ja-JP')}円の入金が記帳されました。別の担当者の承認が必要です。`,
  })
  return { order, state }
}

/**
 * A second operator approves. Refuses: notFound (nothing to approve), transferNeedsAnother (the one who
 * booked it).
 */
export const approveTransfer = async (
  context: Working,
  tx: Tx,
  orderId: string,
  operatorId: number,
): Promise<Booked | Refusal<'notFound' | 'transferNeedsAnother'>> => {
  const order = await lockOrder(tx, orderId)
  const booking = order && (await openBooking(tx, orderId))
  if (!booking) return refuse('notFound')
  if (booking.state === 'done') return { order, state: 'done' }
  if (booking.bookedBy === operatorId) return refuse('transferNeedsAnother')
  await decide(tx, orderId, 'done', operatorId)
  return { order: await capture(context, tx, booking), state: 'done' }
}

/**
 * Any operator withdraws a waiting booking that was a mistake. Refuses: notFound, transferBooked (it is
 * granted).
 */
export const withdrawTransfer = async (
  tx: Tx,
  orderId: string,
  operatorId: number,
): Promise<Booked | Refusal<'notFound' | 'transferBooked'>> => {
  const order = await lockOrder(tx, orderId)
  const booking = order && (await openBooking(tx, orderId))
  if (!booking) return refuse('notFound')
  if (booking.state === 'done') return refuse('transferBooked')
  await decide(tx, orderId, 'withdrawn', operatorId)
  return { order, state: 'withdrawn' }
}

const capture = (
  context: Working,
  tx: Tx,
  { orderId, amountYen, reference }: Pick<BankTransfer, 'orderId' | 'amountYen' | 'reference'>,
): Promise<OrderRecord> =>
  apply(context, tx, orderId, { type: 'captured', amountYen }, { paymentId: reference })

const decide = async (
  tx: Tx,
  orderId: string,
  state: Exclude<BookingState, 'requested'>,
  operatorId: number,
): Promise<void> => {
  await tx
    .updateTable('bank_booking')
    .set({ state, decided_by: operatorId, decided_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'requested')
    .execute()
}

interface StoredBooking {
  orderId: string
  reference: string
  amountYen: number
  state: BookingState
}

/**
 * What was booked of this order or of this line of the statement; old bookings are known from the order
 * alone.
 */
const earlierBooking = async (
  tx: Tx,
  order: OrderRecord,
  reference: string,
): Promise<StoredBooking | undefined> => {
  const booked = await bookings(tx)
    .where((where) => where.or([where('order_id', '=', order.id), where('reference', '=', reference)]))
    .executeTakeFirst()
  if (booked) return { ...booked, state: booked.state as BookingState }
  const paid = order.capturedYen > 0 ? order : await orderOfPayment(tx, bankGateway, reference)
  return (
    paid && {
      orderId: paid.id,
      reference: paid.paymentId ?? '',
      amountYen: paid.capturedYen,
      state: 'done',
    }
  )
}

const openBooking = (tx: Tx, orderId: string) =>
  bookings(tx).where('order_id', '=', orderId).executeTakeFirst()

const bookings = (tx: Tx) =>
  tx
    .selectFrom('bank_booking')
    .select(['order_id as orderId', 'reference', 'amount_yen as amountYen', 'state', 'booked_by as bookedBy'])
    .where('state', '<>', 'withdrawn')

/** Yen that an operator has booked in the last 24 hours without another operator. */
const bookedAlone = async (tx: Tx, operatorId: number): Promise<number> => {
  const row = await tx
    .selectFrom('bank_booking')
    .select(sql<number>`coalesce(sum(amount_yen), 0)::bigint`.as('yen'))
    .where('booked_by', '=', operatorId)
    .where('state', '=', 'done')
    .where('decided_by', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return row.yen
}
