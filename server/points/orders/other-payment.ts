import type { OrderEvent } from '#domain/points/purchase/order.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'

/** Alerts the operators to money that moved beside the payment of a paid order: no points went with it. */
export const alertOtherPayment = (
  tx: Tx,
  orderId: string,
  paymentId: string,
  event: OrderEvent,
): Promise<void> =>
  raiseAlert(tx, {
    kind: 'otherPayment',
    subject: `payment:${paymentId}`,
    text: `支払い済みの注文 ${orderId} について、別の決済 ${paymentId} ${wordsOf(event)}。ポイントは動かしていません。`,
  })

const wordsOf = (event: OrderEvent): string => {
  switch (event.type) {
    case 'captured':
      return `で${event.amountYen.toLocaleString('ja-JP')}円が支払われました`
    case 'refunded':
      return `で${event.amountYen.toLocaleString('ja-JP')}円が返金されました`
    case 'refundReversed':
      return 'の返金が取り消されました'
    case 'disputed':
      return 'に異議が申し立てられました'
    case 'disputeWon':
      return 'の異議が取り下げられました'
    default:
      throw new Error(`${event.type} moves no money`)
  }
}
