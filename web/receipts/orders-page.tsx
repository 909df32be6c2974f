import { ChevronRight } from 'lucide-react'
import type { Order } from '#contract/points/purchase.ts'
import orderStyles from '#web/points/order.module.css'
import { methodText, orderStateText } from '#web/points/order-text.ts'
import styles from '#web/points/purchase/purchase.module.css'
import { useOrders } from '#web/points/queries.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, dayTime, points } from '#web/text/format.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The member's orders, newest first. */
export const OrdersPage = () => {
  const { status } = useSession({ required: true })
  usePageTitle('購入の履歴')
  const navigate = useNavigate()
  return (
    <>
      <AppBar
        title="購入の履歴"
        onBack={() => void navigate(paths.purchase())}
        className={styles.narrowBar}
      />
      <div className={styles.narrow}>
        {status === 'authenticated' ? <Content /> : <Skeleton height={240} />}
      </div>
    </>
  )
}

const Content = () => (
  <div className={styles.column}>
    <PagedList
      query={useOrders()}
      itemsOf={(page) => page.orders}
      loading={<Skeleton height={240} />}
      empty={<NoOrders />}
    >
      {(orders) => (
        <Panel>
          <Rows className={orderStyles.orders}>
            {orders.map((order) => (
              <OrderRow key={order.orderId} order={order} />
            ))}
          </Rows>
        </Panel>
      )}
    </PagedList>
  </div>
)

const NoOrders = () => (
  <EmptyState
    title="まだ購入はありません"
    action={
      <ButtonLink variant="primary" to={paths.purchase()}>
        ポイントを購入する
      </ButtonLink>
    }
  />
)

const OrderRow = ({ order }: { order: Order }) => (
  <li>
    <Link to={paths.order(order.orderId)}>
      <span>
        {orderStateText[order.state]}
        <small>
          {dayTime(order.createdAt, Date.now())}・{methodText[order.method]}
        </small>
      </span>
      <span className={orderStyles.amount}>
        <b className="num">{count(order.priceYen)}円</b>
        {order.paidAt ? (
          <small className="num">+{points(order.paidPoints + order.freePoints + order.bonusPoints)}</small>
        ) : null}
      </span>
      <Icon of={ChevronRight} size="s" />
    </Link>
  </li>
)
