import { useState } from 'react'
import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { phaseTexts } from '#web/market/texts.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { dayTime, points } from '#web/text/format.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorCursorPages } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'

/** Transactions of the flea market: those in dispute, or all. */
export const MarketTransactionsPage = () => {
  const [isDisputed, setIsDisputed] = useState(true)
  const query = useOperatorCursorPages(operatorMarketEndpoints.operatorMarketTransactions, { isDisputed })
  return (
    <>
      <PageHead title="フリマの取引" about="問題のある取引のポイントは、決定するまでお預かりしています。" />
      <div className={styles.filters}>
        <Chip pressed={isDisputed} onPress={() => setIsDisputed(true)}>
          問題のある取引
        </Chip>
        <Chip pressed={!isDisputed} onPress={() => setIsDisputed(false)}>
          すべて
        </Chip>
      </div>
      <PagedTable
        query={query}
        rowsOf={(page) => page.transactions}
        label="フリマの取引"
        keyOf={({ transactionId }) => transactionId}
        empty={isDisputed ? '決定を待つ取引はありません' : '取引はありません'}
        columns={[
          {
            head: '商品',
            wide: true,
            cell: ({ transactionId, title }) => (
              <Link to={paths.operator(`market/${transactionId}`)}>{title}</Link>
            ),
          },
          { head: '状態', cell: ({ phase }) => phaseTexts[phase] },
          { head: '価格', align: 'end', cell: (row) => points(row.points) },
          {
            head: '購入者',
            cell: ({ buyerId }) => <Link to={paths.operator(`members/${buyerId}`)}>{buyerId}</Link>,
          },
          {
            head: '出品者',
            cell: ({ sellerId }) => <Link to={paths.operator(`members/${sellerId}`)}>{sellerId}</Link>,
          },
          { head: '購入', cell: ({ createdAt }) => dayTime(createdAt, Date.now()) },
        ]}
      />
    </>
  )
}
