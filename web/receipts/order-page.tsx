import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Copy, Hourglass } from 'lucide-react'
import { useEffect, useState } from 'react'
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
import { pointsKey } from '#web/session/use-points.ts'
import { openContact } from '#web/shell/contact.ts'
import { sessionStore } from '#web/shell/local-store.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { count, dayTime, points } from '#web/text/format.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
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

/** A purchase is greeted for as long as its buyer is still there; later its page is a receipt. */
const freshMs = 10 * 60_000

const isFresh = ({ paidAt }: Order): boolean => paidAt !== null && Date.now() - Date.parse(paidAt) < freshMs

const OrderView = ({ order }: { order: Order }) => {
  const [wasFresh] = useState(() => order.paidAt === null || isFresh(order))
  const proof = useOrderReceipt(order)
  const isReceipt = order.paidAt !== null
  // What isn't a plain purchase (refunded, disputed) is said first, however old it is.
  const isAnnounced = wasFresh || order.state !== 'granted'
  return (
    <div className={styles.column}>
      {isAnnounced ? <Announcement order={order} balanceAfter={proof?.invoice.balanceAfter} /> : null}
      {isReceipt ? <InvoiceSheet order={order} invoice={proof?.invoice} /> : <Ordered order={order} />}
      {proof ? <ReceiptProof signed={proof.signed} /> : null}
      {isAnnounced ? null : (
        <ButtonLink variant="quiet" block to={paths.orders()}>
          購入の履歴へ
        </ButtonLink>
      )}
      {isReceipt ? null : (
        <p className={orderStyles.id}>
          注文番号 <span className="num">{order.orderId}</span>
        </p>
      )}
    </div>
  )
}

const Announcement = ({ order, balanceAfter }: { order: Order; balanceAfter: number | undefined }) => {
  const { title, text } = orderHeadline(order)
  const tone = toneOf(order.state)
  return (
    <Panel className={orderStyles.result}>
      <div data-tone={tone} role="status">
        <Icon of={toneIcons[tone]} size="l" />
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {order.state === 'granted' ? <Received order={order} balanceAfter={balanceAfter} /> : null}
      {order.state === 'created' ? <Transfer order={order} /> : null}
      <NextStep order={order} />
    </Panel>
  )
}

/** What was ordered and isn't paid. */
const Ordered = ({ order }: { order: Order }) => (
  <Panel title="ご注文の内容">
    <FactList
      items={[
        { label: '注文日時', value: dayTime(order.createdAt, Date.now()) },
        { label: 'お支払い', value: methodText[order.method] },
        { label: '有料ポイント', value: points(order.paidPoints) },
        ...(order.freePoints > 0 ? [{ label: '無料ポイント', value: points(order.freePoints) }] : []),
        ...(order.bonusPoints > 0
          ? [{ label: 'はじめての特典', value: `無料${points(order.bonusPoints)}` }]
          : []),
      ]}
    />
    <p className={styles.total}>
      <span>金額</span>
      <b className="num">
        {count(order.priceYen)}
        <small>円(税込)</small>
      </b>
    </p>
    <p className={styles.tax}>
      うち消費税 <span className="num">{count(containedTaxYen(order.priceYen, taxPercent))}円</span>
    </p>
  </Panel>
)

const Received = ({ order, balanceAfter }: { order: Order; balanceAfter: number | undefined }) => {
  const sum = order.paidPoints + order.freePoints + order.bonusPoints - order.repaidPoints
  return (
    <p className={orderStyles.received}>
      <b className="num">
        +{count(sum)}
        <small>pt</small>
      </b>
      <span>
        残高 <span className="num">{balanceAfter === undefined ? '–' : points(balanceAfter)}</span>
      </span>
    </p>
  )
}

const copyBankAccount = async (bankAccount: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(bankAccount)
    await showToast({ tone: 'ok', title: '振込先をコピーしました' })
  } catch {
    await showToast({
      tone: 'error',
      title: 'コピーできませんでした',
      text: '振込先の文字を長押しすると選べます。',
    })
  }
}

const Transfer = ({ order }: { order: Order }) => {
  const bankAccount = useCourseInfo().data?.bankAccount
  return (
    <>
      {bankAccount ? (
        <>
          <p className={orderStyles.account}>{bankAccount}</p>
          <Button block icon={Copy} onClick={() => void copyBankAccount(bankAccount)}>
            振込先をコピー
          </Button>
        </>
      ) : null}
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

/** A paid order's verifiable receipt, and what its sheet says; undefined until it is there. */
const useOrderReceipt = ({ orderId, paidAt, state, refundedYen }: Order) =>
  useQuery({
    queryKey: ['orders', 'receipt', orderId, state, refundedYen],
    queryFn: ({ signal }) => fetchEndpoint(receiptsEndpoints.getOrderReceipt, { orderId }, { signal }),
    enabled: paidAt !== null,
  }).data
