import type { OutputOf } from '#contract/core/endpoint.ts'
import { type BookingLine, operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { methodText, orderStateText } from '#web/points/order-text.ts'
import { useParams } from '#web/router/router.ts'
import { count, points, yen } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { RequestRefund, SettleDispute } from './order-actions.tsx'
import { RefundTable } from './refund-table.tsx'
import { BookTransfer, DecideTransfer } from './transfer-actions.tsx'

type Detail = OutputOf<typeof operatorOrdersEndpoints.operatorOrder>

/** One order, with its possible actions. */
export const OrderDetailPage = () => {
  const { orderId = '' } = useParams()
  const query = useOperatorQuery(operatorOrdersEndpoints.operatorOrder, { orderId })
  return (
    <>
      <PageHead title="注文の明細" />
      <QueryStates query={query}>{(detail) => <DetailView detail={detail} />}</QueryStates>
    </>
  )
}

const DetailView = ({ detail }: { detail: Detail }) => {
  const { line, order, refunds, booking } = detail
  const isRefundable = line.state === 'granted' || line.state === 'refunded'
  const isAwaited = line.method === 'bankTransfer' && line.capturedYen === 0
  return (
    <>
      <Panel title={orderStateText[line.state]} className={styles.facts}>
        <FactList items={factsOf(detail)} />
      </Panel>
      {booking?.state === 'requested' ? <DecideTransfer orderId={order.orderId} booking={booking} /> : null}
      {isAwaited && !booking ? <BookTransfer orderId={order.orderId} priceYen={line.priceYen} /> : null}
      {isRefundable && detail.refundableYen > 0 ? (
        <RequestRefund orderId={order.orderId} refundableYen={detail.refundableYen} />
      ) : null}
      {line.state === 'chargedBack' && !detail.isDisputeSettled ? (
        <SettleDispute orderId={order.orderId} />
      ) : null}
      {refunds.length > 0 ? (
        <section className={styles.section}>
          <h2>返金</h2>
          <RefundTable refunds={refunds} />
        </section>
      ) : null}
    </>
  )
}

const bookingNote = ({ state, approvedBy }: BookingLine): string => {
  if (state === 'requested') return '承認待ち'
  return approvedBy ? `承認：${approvedBy}` : '一人で記帳'
}

const factsOf = ({ line, order, booking, ...detail }: Detail) => [
  { label: '注文番号', value: order.orderId },
  { label: '会員', value: line.memberName, note: line.memberId },
  { label: '方法', value: methodText[line.method], note: line.gateway },
  ...(detail.paymentId ? [{ label: '決済番号', value: detail.paymentId }] : []),
  { label: '金額', value: yen(line.priceYen) },
  { label: '入金', value: `${count(line.capturedYen)}円` },
  ...(line.refundedYen > 0 ? [{ label: '返金済み', value: `${count(line.refundedYen)}円` }] : []),
  ...(booking ? [{ label: '記帳', value: booking.bookedBy, note: bookingNote(booking) }] : []),
  { label: '有料ポイント', value: points(order.paidPoints) },
  { label: '無料ポイント', value: points(order.freePoints + order.bonusPoints) },
  { label: '返金できる額', value: `${count(detail.refundableYen)}円`, note: '未使用の有料ポイントの分' },
  { label: '注文日時', value: <DateText at={line.createdAt} /> },
  { label: '確認画面の版', value: detail.confirmationVersion },
]
