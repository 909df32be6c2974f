import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { type Order, type OrderState, taxPercent } from '#contract/points/purchase.ts'
import { receiptsEndpoints } from '#contract/receipts/receipts.ts'
import { containedTaxYen } from '#domain/points/purchase/purchase.ts'
import orderStyles from '#web/points/order.module.css'
import { methodText, orderHeadline } from '#web/points/order-text.ts'
import styles from '#web/points/purchase/purchase.module.css'
import { returnLabel, returnOfOrder } from '#web/points/purchase/purchase-return.ts'
import { courseInfoKey, useCourseInfo, useOrder } from '#web/points/queries.ts'
import { useNavigate, useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { pointsKey, usePoints } from '#web/session/use-points.ts'
import { openContact } from '#web/shell/contact.ts'
import { sessionStore } from '#web/shell/local-store.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError, ask } from '#web/shell/query.ts'
import { count, day, dayTime, points, yen } from '#web/text/format.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReceiptProof } from './receipt-proof.tsx'

/** One order: its state and its proof. */
export const OrderPage = () => {
  const { status } = useSession({ required: true })
  usePageTitle('ご購入の明細')
  const navigate = useNavigate()
  return (
    <>
      <AppBar
        title="ご購入の明細"
        onBack={() => void navigate(paths.orders())}
        className={styles.narrowBar}
      />
      <div className={styles.narrow}>
        {status === 'authenticated' ? <Content /> : <Skeleton height={360} />}
      </div>
    </>
  )
}

const Content = () => {
  const query = useOrder(useParams().orderId ?? '')
  const queries = useQueryClient()
  const state = query.data?.state
  useEffect(() => {
    if (state !== 'granted') return
    void queries.invalidateQueries({ queryKey: pointsKey })
    void queries.invalidateQueries({ queryKey: courseInfoKey })
  }, [state, queries])
  if (query.data) return <OrderView order={query.data} />
  if (!query.isError) return <Skeleton height={360} />
  const isUnknown = query.error instanceof AnswerError && query.error.code !== 'serverFailure'
  return isUnknown ? (
    <EmptyState
      title="この明細は見つかりませんでした"
      action={
        <ButtonLink variant="quiet" to={paths.orders()}>
          購入の履歴へ
        </ButtonLink>
      }
    />
  ) : (
    <QueryError query={query} />
  )
}

const toneOf = (state: OrderState): 'good' | 'waiting' | 'bad' => {
  if (state === 'granted') return 'good'
  return state === 'paying' || state === 'challenge' || state === 'created' ? 'waiting' : 'bad'
}
const toneIcons = { good: CircleCheck, waiting: Hourglass, bad: CircleAlert } as const

const OrderView = ({ order }: { order: Order }) => {
  const { title, text } = orderHeadline(order)
  const tone = toneOf(order.state)
  return (
    <div className={styles.column}>
      <Panel className={orderStyles.result}>
        <div data-tone={tone} role="status">
          <Icon of={toneIcons[tone]} size="l" />
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        {order.state === 'granted' ? <Received order={order} /> : null}
        {order.state === 'created' ? <Transfer order={order} /> : null}
        <NextStep order={order} />
      </Panel>
      <Panel title={order.paidAt ? '領収の内容' : 'ご注文の内容'}>
        <FactList items={factsOf(order)} />
        <p className={styles.total}>
          <span>{order.paidAt ? 'お支払い合計' : '金額'}</span>
          <b className="num">
            {count(order.priceYen)}
            <small>円(税込)</small>
          </b>
        </p>
        <p className={styles.tax}>
          うち消費税 <span className="num">{count(containedTaxYen(order.priceYen, taxPercent))}円</span>
        </p>
      </Panel>
      {order.paidAt ? <OrderProof orderId={order.orderId} /> : null}
      <p className={orderStyles.id}>
        注文番号 <span className="num">{order.orderId}</span>
      </p>
    </div>
  )
}

const Received = ({ order }: { order: Order }) => {
  const balance = usePoints()
  const sum = order.paidPoints + order.freePoints + order.bonusPoints - order.repaidPoints
  return (
    <p className={orderStyles.received}>
      <b className="num">
        +{count(sum)}
        <small>pt</small>
      </b>
      <span>
        残高 <span className="num">{balance === undefined ? '–' : points(balance)}</span>
      </span>
    </p>
  )
}

const Transfer = ({ order }: { order: Order }) => {
  const bankAccount = useCourseInfo().data?.bankAccount
  return (
    <>
      {bankAccount ? <p className={orderStyles.account}>{bankAccount}</p> : null}
      <Button
        variant="primary"
        block
        onClick={() =>
          openContact({ orderId: order.orderId, priceYen: order.priceYen, bankAccount: bankAccount ?? null })
        }
      >
        メールで申し込む
      </Button>
    </>
  )
}

const NextStep = ({ order }: { order: Order }) => {
  const back = returnOfOrder(sessionStore, window.location.origin, order.orderId)
  switch (order.state) {
    case 'granted':
      return back === null ? (
        <ButtonLink variant="quiet" block to={paths.home()}>
          ホームへ
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" block to={back}>
          {returnLabel(back)}
        </ButtonLink>
      )
    case 'refunded':
      return (
        <ButtonLink variant="quiet" block to={paths.home()}>
          ホームへ
        </ButtonLink>
      )
    case 'challenge':
      return order.challengeUrl ? (
        <Button variant="primary" block onClick={() => window.location.assign(order.challengeUrl ?? '')}>
          本人認証へすすむ
        </Button>
      ) : null
    case 'declined':
    case 'expired':
    case 'givenUp':
      return (
        <ButtonLink variant="primary" block to={paths.purchase(back ?? undefined)}>
          もう一度購入する
        </ButtonLink>
      )
    case 'chargedBack':
      return (
        <Button variant="quiet" block onClick={() => openContact()}>
          お問い合わせ
        </Button>
      )
    case 'created':
    case 'paying':
      return null
  }
}

const factsOf = (order: Order) => {
  const nowMs = Date.now()
  const isBought = order.paidAt !== null
  return [
    { label: isBought ? '購入日時' : '注文日時', value: dayTime(order.paidAt ?? order.createdAt, nowMs) },
    { label: 'お支払い', value: methodText[order.method] },
    { label: '有料ポイント', value: points(order.paidPoints) },
    ...(order.freePoints > 0 ? [{ label: '無料ポイント', value: points(order.freePoints) }] : []),
    ...(order.bonusPoints > 0
      ? [{ label: 'はじめての特典', value: `無料${points(order.bonusPoints)}` }]
      : []),
    ...(order.repaidPoints > 0 ? [{ label: '未精算の分', value: `−${points(order.repaidPoints)}` }] : []),
    ...(order.expiresAt ? [{ label: '有効期限', value: day(order.expiresAt, nowMs) }] : []),
    ...(order.refundedYen > 0 ? [{ label: '返金', value: yen(order.refundedYen) }] : []),
  ]
}

/** A paid order's verifiable receipt; nothing until it is there. */
const OrderProof = ({ orderId }: { orderId: string }) => {
  const { data } = useQuery({
    queryKey: ['orders', 'receipt', orderId],
    queryFn: ({ signal }) => ask(receiptsEndpoints.getOrderReceipt, { orderId }, { signal }),
  })
  return data ? <ReceiptProof signed={data.signed} /> : null
}
