import { Lock } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, isFailure } from '#contract/core/client.ts'
import type { Course, Order } from '#contract/points/purchase.ts'
import { Navigate, useLocation, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { sessionStore } from '#web/shell/local-store.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBfcacheRestore } from '#web/shell/navigation/use-bfcache-restore.ts'
import { useIsHere } from '#web/shell/navigation/use-is-here.ts'
import { count } from '#web/text/format.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LegalNote } from '../legal-note.tsx'
import { type CourseInfo, logStep, useCourseInfo } from '../queries.ts'
import { draftIn, mayChooseAgain, withAuthorisation } from './confirmed-draft.ts'
import { OrderSummary } from './order-summary.tsx'
import { beforePaying, payOnce, unknownOutcome, unknownTitle } from './pay-once.ts'
import styles from './purchase.module.css'
import type { PurchaseDraft } from './purchase-draft.ts'
import { keepReturn } from './purchase-return.ts'
import { tellFailure, tellOrder } from './tell-outcome.ts'

/** The final confirmation: the whole order on one screen, and the one button that pays. */
export const ConfirmPage = () => {
  const { status, data: session } = useSession({ required: true })
  usePageTitle('購入の最終確認')
  const navigate = useNavigate()
  const draft = draftIn(useLocation().state)
  const query = useCourseInfo(status === 'authenticated')
  const [isPaying, setIsPaying] = useState(false)
  if (!draft) return <Navigate to={paths.purchase()} replace />
  return (
    <>
      <AppBar
        title="購入の最終確認"
        onBack={() => void navigate(-1)}
        isBackDisabled={isPaying}
        className={styles.narrowBar}
      />
      <div className={styles.narrow}>
        {query.data ? (
          <Confirmation
            memberId={session?.user.id ?? ''}
            draft={draft}
            info={query.data}
            refresh={() => void query.refetch()}
            onPaying={setIsPaying}
          />
        ) : query.isError ? (
          <QueryError query={query} />
        ) : (
          <Skeleton height={420} />
        )}
      </div>
    </>
  )
}

/** A challenge of the sandbox is a page of ours; another service's is not. */
const challengeWay = (url: string): { inside: string } | { outside: string } => {
  const { origin, pathname } = new URL(url, window.location.href)
  const isOurs = origin === window.location.origin
  return isOurs ? { inside: pathname } : { outside: url }
}

const receivedPoints = (info: CourseInfo, { paidPoints, freePoints }: Course): number =>
  paidPoints + freePoints + info.firstPurchaseBonusPoints - Math.min(info.debtPoints, paidPoints)

interface Shown {
  info: CourseInfo
  balance: number | undefined
}

/** What the payment service's own window refused; null when the payer closed it. */
const failureOf = (message: string | null): Failure | null =>
  message === null ? null : { type: 'error', code: 'methodUnavailable', message }

const Afterwards = ({ balance, received }: { balance: number | undefined; received: number }) => (
  <Panel>
    <p className={styles.afterwards}>
      <span>購入後の残高</span>
      <span className="num">
        {balance === undefined ? null : (
          <>
            {count(balance)} → <b>{count(balance + received)}</b>pt
          </>
        )}
      </span>
    </p>
  </Panel>
)

const Confirmation = ({
  memberId,
  draft,
  refresh,
  onPaying,
  ...latest
}: {
  memberId: string
  draft: PurchaseDraft
  info: CourseInfo
  refresh: () => void
  onPaying: (isPaying: boolean) => void
}) => {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const balanceNow = usePoints()
  /** What the payer saw when the button was pressed. It is kept until the page is left: no figure counts the points twice. */
  const [paying, setPaying] = useState<Shown | null>(null)
  useEffect(() => onPaying(paying !== null), [onPaying, paying])
  const { info, balance } = paying ?? { info: latest.info, balance: balanceNow }
  useBfcacheRestore(useCallback(() => setPaying(null), []))
  /** Its id and its authorisation are used again when the answer to the order got lost. */
  const sent = useRef(draft)
  const [failure, setFailure] = useState<Failure | null>(null)
  const course = info.courses.find(({ id }) => id === draft.courseId)
  useEffect(() => logStep('confirm', draft.courseId), [draft.courseId])
  if (!course) return <Navigate to={paths.purchase()} replace />

  const fail = (answer: Failure | null) => {
    setPaying(null)
    setFailure(answer)
    if (answer && !isHere()) void tellFailure(answer, navigate)
  }
  const goOn = (order: Order) => {
    keepReturn(sessionStore, order.orderId, draft.back ?? null)
    if (!isHere()) return void tellOrder(order, navigate)
    const way = order.challengeUrl ? challengeWay(order.challengeUrl) : { inside: paths.order(order.orderId) }
    if ('inside' in way) void navigate(way.inside, { replace: true })
    else window.location.assign(way.outside)
  }
  const pay = async () => {
    setPaying({ info, balance })
    logStep('pay', course.id)
    const before = await beforePaying(memberId, sent.current)
    if (isFailure(before)) return fail(before)
    if ('order' in before) return goOn(before.order)
    const ready = await withAuthorisation({ ...sent.current, ...before }, info.paidyCheckout, course)
    if ('refused' in ready) return fail(failureOf(ready.refused))
    sent.current = ready
    keepReturn(sessionStore, ready.orderId, draft.back ?? null)
    const answer = await payOnce(memberId, ready, { course, bonusPoints: info.firstPurchaseBonusPoints })
    // Paid: the page stays as it is, and busy, until the order's page has taken its place.
    if (isFailure(answer)) fail(answer)
    else goOn(answer)
  }
  return (
    <div className={styles.column}>
      <p className={styles.lead}>まだ購入は完了していません。内容をご確認ください。</p>
      <Panel>
        <OrderSummary info={info} course={course} paymentLabel={draft.payment.label} />
      </Panel>
      <Afterwards balance={balance} received={receivedPoints(info, course)} />
      <LegalNote />
      <div className={styles.payBar}>
        <Button
          variant="primary"
          size="l"
          block
          icon={Lock}
          busy={paying !== null}
          onClick={() => void pay()}
        >
          {draft.payment.method === 'bankTransfer'
            ? '銀行振込で申し込む'
            : `${count(course.priceYen)}円(税込)を支払う`}
        </Button>
        <Button variant="text" block aria-disabled={paying !== null} onClick={() => void navigate(-1)}>
          内容を変更する
        </Button>
      </div>
      <FailureDialog
        failure={failure}
        onClose={() => {
          setFailure(null)
          if (failure && mayChooseAgain(failure.code)) {
            refresh()
            void navigate(paths.purchase(), { replace: true })
          }
        }}
      />
    </div>
  )
}

/** What isn't known is not called a failure: the way to the orders stands beside it. */
const FailureDialog = ({ failure, onClose }: { failure: Failure | null; onClose: () => void }) => {
  const navigate = useNavigate()
  const isUnknown = failure === unknownOutcome
  return (
    <AlertDialog
      open={failure !== null}
      onClose={onClose}
      title={isUnknown ? unknownTitle : '購入できませんでした'}
      message={failure?.message ?? ''}
      action={isUnknown ? { label: '購入の履歴へ', onPress: () => void navigate(paths.orders()) } : undefined}
    />
  )
}
