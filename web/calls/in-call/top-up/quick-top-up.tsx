import { Zap } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Course } from '#contract/points/purchase.ts'
import { cardBrand } from '#web/points/card-label.ts'
import { type CourseInfo, useCourseInfo } from '#web/points/queries.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './quick-top-up.module.css'
import { ChargeProblem } from './top-up-problem.tsx'
import { type Charge, useTopUp } from './use-top-up.ts'

const loadSheets = () => import('./top-up-sheet.tsx')
const TopUpSheet = lazyPart(async () => (await loadSheets()).TopUpSheet)
const ChallengeModal = lazyPart(async () => (await loadSheets()).ChallengeModal)

interface Props {
  /** Of the running call, in points per minute. */
  callRate: number
  onCharged: () => void
}

/** The smallest point pack, where one tap may buy it: with a kept card, within the limits. */
const oneTapCourse = (info: CourseInfo): Course | null => {
  const [course] = info.courses
  const isOpen = !info.isFrozen && !info.isUnderAge && info.birthDateStated
  if (!course || !isOpen || !info.savedCard || !info.methods.includes('savedCard')) return null
  return info.limits.leftYen !== null && course.priceYen > info.limits.leftYen ? null : course
}

/** Buys points beside the warning, while the call continues (product.md 3.7): with a kept card in one tap. */
export const QuickTopUp = (props: Props) => {
  const { data: info } = useCourseInfo()
  const [isOpen, setIsOpen] = useState(false)
  const charge = useTopUp(info?.firstPurchaseBonusPoints ?? 0, props.onCharged)
  const { challenge } = charge
  /** The order whose check by its bank was closed: the next tap shows it again, in place of another order. */
  const [putOffId, setPutOffId] = useState<string | null>(null)
  const course = info ? oneTapCourse(info) : null
  const open = () => setIsOpen(true)
  return (
    <>
      {info && course ? (
        <OneTap
          info={info}
          course={course}
          charge={charge}
          onPay={() => {
            if (challenge) setPutOffId(null)
            else void charge.pay(course, { method: 'savedCard', label: '' })
          }}
          onOther={open}
        />
      ) : (
        <Button variant="primary" size="s" icon={Zap} onClick={open}>
          チャージ
        </Button>
      )}
      <Suspense fallback={null}>
        {challenge && challenge.orderId !== putOffId ? (
          <ChallengeModal
            order={challenge}
            onSettled={charge.settle}
            onClose={() => setPutOffId(challenge.orderId)}
          />
        ) : null}
        {isOpen ? <TopUpSheet {...props} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

/** The amount, the points and the card are on the button that pays. */
const OneTap = ({
  info,
  course,
  charge,
  onPay,
  onOther,
}: {
  info: CourseInfo
  course: Course
  charge: Charge
  onPay: () => void
  onOther: () => void
}) => {
  const card = info.savedCard
  if (!card) return null
  const received = course.paidPoints + course.freePoints + info.firstPurchaseBonusPoints
  return (
    <div className={styles.oneTap}>
      {charge.problem ? <ChargeProblem problem={charge.problem} /> : null}
      <Button variant="primary" size="l" block busy={charge.isBusy} onClick={onPay}>
        <span className={styles.what}>
          <b>{charge.isDone ? 'チャージしました' : `${count(course.priceYen)}円でチャージ`}</b>
          <small>
            税込・{count(received)}pt・{cardBrand(card)} {card.last4}
          </small>
        </span>
      </Button>
      <p className={styles.fine}>
        <span>購入後の返金はできません</span>
        <button type="button" onClick={onOther}>
          ほかの金額・カード
        </button>
      </p>
    </div>
  )
}
