import type { TransactionCard } from '#contract/market/transactions.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points, timeOrDay } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { FigureList, Panel, Rows } from '#web/ui/panel.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { GridSkeleton, ItemGrid } from './item-grid.tsx'
import styles from './own-page.module.css'
import { useMarketTerms, useOwnItems, useTransactions } from './queries.ts'
import { phaseTexts } from './texts.ts'

/** 出品・取引: the member's transactions, items and proceeds. */
export const MarketOwnPage = () => (
  <MemberSubPage title="出品・取引" back={paths.market()}>
    <Proceeds />
    <Panel title="取引">
      <PagedList
        query={useTransactions()}
        itemsOf={(page) => page.transactions}
        loading={<RowsSkeleton count={3} />}
        empty={
          <EmptyState title="取引はまだありません" level={3} picture={null}>
            購入した商品と売れた商品が、ここに並びます。
          </EmptyState>
        }
      >
        {(transactions) => (
          <Rows>
            {transactions.map((transaction) => (
              <li key={transaction.transactionId}>
                <Row transaction={transaction} />
              </li>
            ))}
          </Rows>
        )}
      </PagedList>
    </Panel>
    <Items />
  </MemberSubPage>
)

const Proceeds = () => {
  const { data } = useMarketTerms()
  return (
    <Panel>
      <FigureList
        items={[
          { label: 'フリマの売上', value: data ? data.proceeds.toLocaleString('ja-JP') : '－', unit: 'pt' },
          { label: 'ポイント残高', value: data ? data.wallet.toLocaleString('ja-JP') : '－', unit: 'pt' },
        ]}
      />
      <p className={styles.note}>売上は、フリマでのお買い物に先に使われます。</p>
      <ButtonLink to={paths.marketAddress()} block>
        住所の登録・変更
      </ButtonLink>
    </Panel>
  )
}

const Row = ({ transaction }: { transaction: TransactionCard }) => (
  <Link to={paths.marketTransaction(transaction.transactionId)} className={styles.row}>
    <span className={styles.picture}>
      {transaction.imageId ? <img src={contentUrl(transaction.imageId, 180)} alt="" /> : null}
    </span>
    <span className={styles.words}>
      <b>{transaction.title}</b>
      <small>
        {transaction.side === 'buyer' ? '購入' : '販売'}・{points(transaction.points)}・
        {timeOrDay(transaction.changedAt, Date.now())}
      </small>
    </span>
    <small className={styles.phase} data-turn={transaction.isOwnTurn || undefined}>
      {phaseTexts[transaction.phase]}
    </small>
  </Link>
)

const Items = () => {
  const query = useOwnItems()
  return (
    <Panel title="出品した商品">
      {query.data ? (
        query.data.items.length > 0 ? (
          <ItemGrid items={query.data.items} />
        ) : (
          <EmptyState
            title="出品した商品はありません"
            level={3}
            picture={null}
            action={
              <ButtonLink variant="primary" to={paths.marketSell()}>
                出品する
              </ButtonLink>
            }
          >
            使わなくなったものを、必要な方へ。
          </EmptyState>
        )
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <GridSkeleton />
      )}
    </Panel>
  )
}
