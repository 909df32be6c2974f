import { type Refusal, refuse } from '../../../contract/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { applyWithin } from './apply-order-event.ts'
import { lockOrder, type OrderRecord, orderOfPayment } from './order-record.ts'
import { bankGateway } from './place-order.ts'

export interface BankTransfer {
  orderId: string
  amountYen: number
  /** The bank statement's own number. */
  reference: string
}

/**
 * Books what came in against the order it was announced for, late ones too: as many paid points as yen, free ones
 * when it is the whole price. Refuses: notFound, transferNotExpected (not such an order), transferBooked (this order
 * was paid, or this money was booked before). The same booking again answers the order.
 */
export const bookTransfer = async (
  context: Pick<Context, 'events' | 'log'>,
  tx: Tx,
  { orderId, amountYen, reference }: BankTransfer,
): Promise<OrderRecord | Refusal<'notFound' | 'transferNotExpected' | 'transferBooked'>> => {
  const order = await lockOrder(tx, orderId)
  if (!order) return refuse('notFound')
  if (order.gateway !== bankGateway) return refuse('transferNotExpected')
  const owner = await orderOfPayment(tx, bankGateway, reference)
  if (owner) return owner.id === orderId ? owner : refuse('transferBooked')
  if (order.capturedYen > 0) return refuse('transferBooked')
  return applyWithin(context, tx, orderId, { type: 'captured', amountYen }, { paymentId: reference })
}
