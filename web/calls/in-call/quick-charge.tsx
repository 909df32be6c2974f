import { Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import { isFailure } from '#contract/core/client.ts'
import type { Order } from '#contract/points/purchase.ts'
import { cardLabel } from '#web/points/card-label.ts'
import { orderHeadline } from '#web/points/order-text.ts'
import { PointPackList } from '#web/points/purchase/point-pack-list.tsx'
import { payDraft } from '#web/points/purchase/purchase-draft.ts'
import { type CourseInfo, useCourseInfo } from '#web/points/queries.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, day } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './quick-charge.module.css'

/** During a call only the smallest point packs are offered, in a short list. */
const coursesShown = 2

/** Buys points with the saved card beside the warning, while the call continues (product.md 3.7). */
export const QuickCharge = ({ onCharged }: { onCharged: () => void }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="primary" size="s" icon={Zap} onClick={() => setIsOpen(true)}>
        チャージ
      </Button>
      {isOpen ? <ChargeModal onCharged={onCharged} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

const ChargeModal = ({ onCharged, onClose }: { onCharged: () => void; onClose: () => void }) => {
  const query = useCourseInfo()
  const [isPaying, setIsPaying] = useState(false)
  return (
    <Modal open night title="チャージして通話を続ける" onClose={onClose} dismissible={!isPaying}>
      {query.data ? (
        <Content
          info={query.data}
          isPaying={isPaying}
          setIsPaying={setIsPaying}
          refresh={() => void query.refetch()}
          onCharged={() => {
            onCharged()
            onClose()
          }}
        />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={220} />
      )}
    </Modal>
  )
}

/** A sentence that keeps the call in view, and a link to the purchase page. */
const Elsewhere = ({ text }: { text: string }) => (
  <>
    <p className={styles.text}>{text}</p>
    <a className={styles.link} href={paths.purchase()} target="_blank" rel="noreferrer">
      購入ページを新しいタブで開く
    </a>
  </>
)

const Content = ({
  info,
  isPaying,
  setIsPaying,
  refresh,
  onCharged,
}: {
  info: CourseInfo
  isPaying: boolean
  setIsPaying: (isPaying: boolean) => void
  refresh: () => void
  onCharged: () => void
}) => {
  const courses = info.courses.slice(0, coursesShown)
  const [courseId, setCourseId] = useState(courses[0]?.id ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  /** Each choice has one order id: a request that is sent again is the same order. */
  const order = useRef({ id: crypto.randomUUID(), courseId })
  const course = courses.find(({ id }) => id === courseId)
  const card = info.savedCard
  if (!card || !info.methods.includes('savedCard'))
    return <Elsewhere text="登録したカードがありません。購入ページで、カードを登録してご購入いただけます。" />
  if (!course || info.isFrozen || info.isUnderAge) return <Elsewhere text="いまは購入できません。" />
  const isBeyondLimit = info.limits.leftYen !== null && course.priceYen > info.limits.leftYen

  const done = (paid: Order) => {
    if (paid.state === 'granted') {
      void showToast({ tone: 'ok', title: 'チャージしました' })
      onCharged()
      return
    }
    order.current = { id: crypto.randomUUID(), courseId }
    setProblem(orderHeadline(paid).text)
  }
  const pay = async () => {
    if (order.current.courseId !== courseId) order.current = { id: crypto.randomUUID(), courseId }
    setIsPaying(true)
    setProblem(null)
    const answer = await payDraft(
      { orderId: order.current.id, courseId, payment: { method: 'savedCard', label: cardLabel(card) } },
      { course, bonusPoints: info.firstPurchaseBonusPoints },
    )
    setIsPaying(false)
    if (!isFailure(answer)) return done(answer)
    setProblem(answer.message)
    if (answer.code === 'purchaseChanged') refresh()
  }
  return (
    <>
      <p className={styles.text}>通話はつながったままです。</p>
      <PointPackList info={{ ...info, courses }} chosen={courseId} onChoose={setCourseId} />
      {problem || isBeyondLimit ? (
        <p role="alert" className={styles.problem}>
          {problem ?? '今月の上限をこえるため、このコースは購入できません。'}
        </p>
      ) : null}
      <Button
        variant="primary"
        size="l"
        block
        busy={isPaying}
        aria-disabled={isBeyondLimit}
        onClick={() => void pay()}
      >
        {count(course.priceYen)}円(税込)を支払う
      </Button>
      <p className={styles.note}>
        {cardLabel(card)}・{day(info.expiresAt, Date.now())}まで有効
        <br />
        購入後のキャンセル・返金はできません
      </p>
    </>
  )
}
