import {
  operatorOrdersEndpoints,
  type RefundLine,
  type RefundState,
} from '#contract/points/operator/orders.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'

const stateText = {
  requested: '承認待ち',
  asked: '返金中',
  done: '返金済み',
  refused: '返金できませんでした',
} as const satisfies Record<RefundState, string>

const Approve = ({ refund }: { refund: RefundLine }) => {
  const approve = useOperatorAction(operatorOrdersEndpoints.operatorApproveRefund)
  return refund.state === 'requested' ? (
    <ConfirmButton
      action={approve}
      input={{ refundId: refund.refundId }}
      label="承認する"
      title="この返金を承認しますか？"
    >
      <p>ポイントはすぐに取り消され、まもなく返金されます。理由：{refund.reason}</p>
    </ConfirmButton>
  ) : null
}

const columns: readonly Column<RefundLine>[] = [
  {
    head: '状態',
    cell: (refund) => (
      <Link className={styles.link} to={paths.operator(`orders/${refund.orderId}`)}>
        {stateText[refund.state]}
      </Link>
    ),
  },
  { head: '理由', wide: true, cell: (refund) => refund.reason },
  {
    head: '金額',
    align: 'end',
    cell: (refund) => (refund.amountYen === null ? '未確定' : `${count(refund.amountYen)}円`),
  },
  {
    head: '申請',
    cell: (refund) => (
      <>
        <DateText at={refund.createdAt} />
        <small className={styles.aside}>{refund.requestedBy}</small>
      </>
    ),
  },
  { head: '承認', cell: (refund) => refund.approvedBy ?? <Approve refund={refund} /> },
]

export const RefundTable = ({ refunds }: { refunds: readonly RefundLine[] }) => (
  <DataTable label="返金" columns={columns} rows={refunds} keyOf={(refund) => refund.refundId} />
)
