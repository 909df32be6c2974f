import { operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { refundOneOperatorYenMax } from '#domain/points/purchase/order.ts'
import { count } from '#web/text/format.ts'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { RefundTable } from './refund-table.tsx'

/** Refunds that wait for a second operator, or for their service. */
export const RefundsPage = () => {
  const query = useOperatorQuery(operatorOrdersEndpoints.operatorOpenRefunds, {})
  return (
    <>
      <PageHead
        title="返金"
        about={`${count(refundOneOperatorYenMax)}円をこえる返金は、申請した方とは別の担当者が承認します。`}
      />
      <QueryStates query={query}>
        {({ refunds }) =>
          refunds.length === 0 ? (
            <NothingHere title="承認待ち・返金中のものはありません" />
          ) : (
            <RefundTable refunds={refunds} />
          )
        }
      </QueryStates>
    </>
  )
}
