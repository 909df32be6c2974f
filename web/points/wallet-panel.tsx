import { Plus } from 'lucide-react'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LotBar, LotList } from '#web/ui/points/lot-bar.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useWallet } from './use-wallet.ts'
import styles from './wallet-panel.module.css'

/** The balance by lot, in the order in which lots are spent; below it a broadcaster's earnings. */
export const WalletPanel = () => {
  const query = useWallet()
  if (query.isError && !query.data)
    return (
      <Panel>
        <QueryError query={query} />
      </Panel>
    )
  if (!query.data) return <WalletSkeleton />
  const wallet = query.data
  return (
    <>
      <section className={styles.panel} aria-labelledby="balance">
        <h2 id="balance" className={styles.label}>
          ポイント残高
        </h2>
        <p className={`${styles.balance} num`}>
          {count(wallet.point)}
          <small>pt</small>
        </p>
        {wallet.held > 0 ? (
          <p className={styles.held}>ほかに{points(wallet.held)}を通話やお取引のために確保しています。</p>
        ) : null}
        {wallet.lots.length > 0 ? (
          <>
            <LotBar lots={wallet.lots} nowMs={Date.now()} />
            <LotList lots={wallet.lots} nowMs={Date.now()} />
          </>
        ) : (
          <p className={styles.none}>使えるポイントはありません。</p>
        )}
        <div className={styles.buy}>
          <ButtonLink variant="primary" icon={Plus} block to={paths.purchase()}>
            ポイントを購入する
          </ButtonLink>
        </div>
        <p className={styles.ways}>
          <Link to={paths.pointHistory()}>ポイントの履歴</Link>
          <Link to={paths.orders()}>購入の履歴</Link>
        </p>
      </section>
      {wallet.earnings ? <Earnings point={wallet.earnings.point} /> : null}
    </>
  )
}

export const Earnings = ({ point }: { point: number }) => (
  <section className={styles.panel} aria-labelledby="earnings">
    <h2 id="earnings" className={styles.label}>
      獲得した報酬
    </h2>
    <p className={`${styles.balance} num`}>
      {count(point)}
      <small>pt</small>
    </p>
    <ButtonLink variant="tonal" block className={styles.way ?? ''} to={paths.earnings()}>
      報酬の明細と支払いの申請
    </ButtonLink>
  </section>
)

const WalletSkeleton = () => (
  <Panel>
    <div role="status" className={styles.skeleton}>
      <span className="vh">読み込み中</span>
      <Skeleton height={16} width={88} />
      <Skeleton height={44} width={160} />
      <Skeleton height={10} round />
      <Skeleton height={40} />
      <Skeleton height={40} />
    </div>
  </Panel>
)
