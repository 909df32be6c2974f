import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Order, PaymentMethod } from '#contract/points/purchase.ts'
import { BirthDateForm } from '#web/points/birth-date-form.tsx'
import { choiceIn, firstChoice, MethodList, paymentOf } from '#web/points/purchase/method-list.tsx'
import { PaymentChallenge } from '#web/points/purchase/payment-challenge.tsx'
import { PointPackList } from '#web/points/purchase/point-pack-list.tsx'
import { withCheckedCard } from '#web/points/purchase/purchase-draft.ts'
import type { CardFieldsHandle } from '#web/points/purchase/square-card-fields.ts'
import { type CourseInfo, useCourseInfo } from '#web/points/queries.ts'
import { count, day } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './quick-top-up.module.css'
import { ChargeProblem } from './top-up-problem.tsx'
import { useTopUp } from './use-top-up.ts'

/** During a call only the smallest point packs are offered, in a short list. */
const coursesShown = 2
/** What pays at once, without a page of another service. */
const methodsOfCalls: readonly PaymentMethod[] = ['savedCard', 'card']

/** The bank's check of a charge in one tap, over the running call. */
export const ChallengeModal = ({
  order,
  onSettled,
  onClose,
}: {
  order: Order
  onSettled: (order: Order) => void
  onClose: () => void
}) => (
  <Modal open night title="カードの本人認証" onClose={onClose}>
    <PaymentChallenge order={order} onSettled={onSettled} />
  </Modal>
)

/** Birth date, amount and card over the running call: nothing leaves the page. */
export const TopUpSheet = ({
  callRate,
  isOver = false,
  onCharged,
  onClose,
}: {
  callRate: number
  /** The points ran out, and what they paid for has stopped. */
  isOver?: boolean
  onCharged: () => void
  onClose: () => void
}) => {
  const query = useCourseInfo()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Modal
      open
      night
      title={isOver ? 'ポイントが不足しています' : 'チャージして続ける'}
      onClose={onClose}
      dismissible={!isBusy}
    >
      <p className={styles.text}>
        {isOver ? 'チャージすると、ここから続けられます。' : 'つながったまま、チャージできます。'}
      </p>
      {query.data ? (
        <Content
          info={query.data}
          callRate={callRate}
          refresh={() => void query.refetch()}
          onBusy={setIsBusy}
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

interface ContentProps {
  info: CourseInfo
  callRate: number
  refresh: () => void
  onBusy: (isBusy: boolean) => void
  onCharged: () => void
}

const Content = (props: ContentProps) => {
  const { info, refresh, onBusy } = props
  const methods = info.methods.filter((method) => methodsOfCalls.includes(method))
  const courses = info.courses.slice(0, coursesShown)
  if (info.isUnderAge || info.isFrozen || courses.length === 0 || methods.length === 0)
    return <p className={styles.text}>いまは購入できません。</p>
  return info.birthDateStated ? (
    <Choice {...props} info={{ ...info, methods, courses }} />
  ) : (
    <BirthDateForm onStated={refresh} onBusy={onBusy} />
  )
}

const Choice = ({ info, callRate, refresh, onBusy, onCharged }: ContentProps) => {
  const [courseId, setCourseId] = useState(info.courses[0]?.id ?? '')
  const [chosen, setChoice] = useState(() => firstChoice(info))
  const [isChecking, setIsChecking] = useState(false)
  const cardFields = useRef<CardFieldsHandle | null>(null)
  const charge = useTopUp(info.firstPurchaseBonusPoints, onCharged)
  const course = info.courses.find(({ id }) => id === courseId) ?? info.courses[0]
  const choice = choiceIn(info, chosen)
  const payment = paymentOf(info, choice)
  if (charge.challenge) return <PaymentChallenge order={charge.challenge} onSettled={charge.settle} />
  if (!course || !payment) return <p className={styles.text}>いまは購入できません。</p>
  const isBeyondLimit = info.limits.leftYen !== null && course.priceYen > info.limits.leftYen

  const pay = async () => {
    setIsChecking(true)
    onBusy(true)
    const checked = await withCheckedCard(payment, course.priceYen, cardFields.current)
    if (checked) await charge.pay(course, checked)
    else charge.fail('カードの番号・有効期限・セキュリティコードを確認してください。')
    onBusy(false)
    setIsChecking(false)
  }
  const problem =
    charge.problem ??
    (isBeyondLimit ? { message: '今月の上限をこえるため、このコースは購入できません。' } : null)
  return (
    <>
      <h3 id="courses" className="vh">
        コースを選ぶ
      </h3>
      <PointPackList info={info} chosen={course.id} callRate={callRate} onChoose={setCourseId} />
      <h3 id="methods" className="vh">
        お支払い方法
      </h3>
      <MethodList
        info={info}
        choice={choice}
        onChoose={setChoice}
        onCardFields={(handle) => {
          cardFields.current = handle
        }}
        refresh={refresh}
      />
      {problem ? <ChargeProblem problem={problem} /> : null}
      <Button
        variant="primary"
        size="l"
        block
        icon={Lock}
        busy={isChecking || charge.isBusy}
        aria-disabled={isBeyondLimit}
        onClick={() => void pay()}
      >
        {count(course.priceYen)}円(税込)を支払う
      </Button>
      <p className={styles.note}>
        {payment.label}・{day(info.expiresAt, Date.now())}まで有効
        <br />
        購入後のキャンセル・返金はできません
      </p>
    </>
  )
}
