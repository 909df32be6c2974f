import { sql } from 'kysely'
import type { PaymentEvent } from '#adapters/payments/port.ts'
import { eventWaitMs } from '#domain/points/purchase/payment-event.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'

/** A payment event that found no order so far, or came before the event it follows. */
export interface WaitingEvent {
  gateway: string
  paymentEvent: PaymentEvent
  hasWaited: 'shortly' | 'untilNotice' | 'untilEnd'
}

const eventsAtOnce = 100

/** Stores a payment event, due for its first try again. Answers whether it is new. */
export const storePaymentEvent = async (
  tx: Tx,
  gateway: string,
  paymentEvent: PaymentEvent,
): Promise<boolean> => {
  const stored = await tx
    .insertInto('payment_event')
    .values({
      gateway,
      event_id: paymentEvent.eventId,
      kind: paymentEvent.kind,
      payment_id: paymentEvent.paymentId,
      order_id: paymentEvent.orderId ?? null,
      dispute_id: paymentEvent.disputeId ?? null,
      amount_yen: paymentEvent.amountYen,
      next_try_at: sql<Date>`now() + ${interval(eventWaitMs.shortest)}`,
    })
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Records that a stored event had its effect on this order, in the transaction of that effect: it is not tried again. */
export const finishPaymentEvent = async (
  tx: Tx,
  gateway: string,
  { eventId }: PaymentEvent,
  orderId: string,
): Promise<void> => {
  await tx
    .updateTable('payment_event')
    .set({ applied_at: sql<Date>`now()`, next_try_at: null, order_id: orderId })
    .where('gateway', '=', gateway)
    .where('event_id', '=', eventId)
    .execute()
}

/**
 * Whether another dispute of the payment was opened, or lost, and not won since. The end of a dispute ends its
 * inquiry, too, whose own end may never come. The order is locked, so that of two ends one sees the other.
 */
export const isOtherDisputeOpen = async (
  tx: Tx,
  gateway: string,
  { paymentId, disputeId }: PaymentEvent,
): Promise<boolean> => {
  if (disputeId === undefined) return false
  const { rows } = await sql`
    select 1 from payment_event d
    where d.gateway = ${gateway} and d.payment_id = ${paymentId} and d.kind = 'disputed' and d.dispute_id is not null
      and not exists (
        select 1 from payment_event w
        where w.gateway = d.gateway and w.payment_id = d.payment_id and w.kind = 'disputeWon'
          and starts_with(d.dispute_id || ':', w.dispute_id || ':')
      )
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Something happened to this payment: the events that wait for it are due. */
export const wakeEvents = async (tx: Tx, gateway: string, paymentId: string | null): Promise<void> => {
  await tx
    .updateTable('payment_event')
    .set({ next_try_at: sql<Date>`now()` })
    .where('gateway', '=', gateway)
    .where('payment_id', '=', paymentId)
    .where('next_try_at', 'is not', null)
    .execute()
}

/** Claims some of the due events for the caller alone; they are due again later, if nothing comes of them. */
export const claimWaitingEvents = async (db: Db): Promise<WaitingEvent[]> => {
  const { rows } = await sql<Row>`
    update payment_event set next_try_at = now()
      + least(greatest(now() - received_at, ${interval(eventWaitMs.shortest)}), ${interval(eventWaitMs.longest)})
    where (gateway, event_id) in (
      select gateway, event_id from payment_event where next_try_at <= now()
      order by next_try_at limit ${eventsAtOnce} for update skip locked
    )
    returning gateway, event_id, kind, payment_id, order_id, dispute_id, amount_yen,
      case when now() - received_at > ${interval(eventWaitMs.untilEnd)} then 'untilEnd'
        when now() - received_at > ${interval(eventWaitMs.untilNotice)} then 'untilNotice' else 'shortly' end as has_waited`.execute(
    db,
  )
  return rows.map((row) => ({
    gateway: row.gateway,
    hasWaited: row.has_waited,
    paymentEvent: {
      eventId: row.event_id,
      kind: row.kind,
      paymentId: row.payment_id,
      orderId: row.order_id ?? undefined,
      disputeId: row.dispute_id ?? undefined,
      amountYen: row.amount_yen,
    },
  }))
}

interface Row {
  gateway: string
  event_id: string
  kind: PaymentEvent['kind']
  payment_id: string
  order_id: string | null
  dispute_id: string | null
  amount_yen: number
  has_waited: WaitingEvent['hasWaited']
}

/** An event had no effect once more: alerts the operators when it is time, once, and again when it ends. */
export const keepInQueue = async (db: Db, waiting: WaitingEvent): Promise<void> => {
  if (waiting.hasWaited === 'shortly') return
  await inTransaction(db, async (tx) => {
    const isOver = waiting.hasWaited === 'untilEnd'
    const open = tx
      .updateTable('payment_event')
      .set({ noticed_at: sql<Date>`now()`, ...(isOver ? { next_try_at: null } : {}) })
      .where('gateway', '=', waiting.gateway)
      .where('event_id', '=', waiting.paymentEvent.eventId)
      .where('next_try_at', 'is not', null)
    const alerted = await (isOver ? open : open.where('noticed_at', 'is', null)).executeTakeFirst()
    if (alerted.numUpdatedRows > 0n) await alertWaitingEvent(tx, waiting)
  })
}

const alertWaitingEvent = (tx: Tx, { gateway, paymentEvent, hasWaited }: WaitingEvent): Promise<void> => {
  const what = `${gateway} の決済 ${paymentEvent.paymentId} の${kindNames[paymentEvent.kind]}（${paymentEvent.amountYen.toLocaleString('ja-JP')}円）`
  const text =
    hasWaited === 'untilEnd'
      ? `${what}は、7日たっても注文に反映できず、照合を終えました。`
      : `${what}の知らせを、1時間たっても注文に反映できません。${gateway} の管理画面でお確かめください。`
  return raiseAlert(tx, { kind: 'waitingPaymentEvent', subject: `payment:${paymentEvent.paymentId}`, text })
}

const kindNames: Record<PaymentEvent['kind'], string> = {
  captured: '入金',
  failed: '失敗',
  refunded: '返金',
  refundReversed: '返金の取り消し',
  disputed: '異議申し立て',
  disputeWon: '異議の取り下げ',
}

const interval = (ms: number) => sql`make_interval(secs => ${ms / 1000})`
