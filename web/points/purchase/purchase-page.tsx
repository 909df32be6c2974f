import { useEffect, useState } from 'react'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { openContact } from '#web/shell/contact.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { count } from '#web/text/format.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel, SectionHead } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BirthDateModal } from '../birth-date-modal.tsx'
import { LegalNote } from '../legal-note.tsx'
import { LimitNote } from '../limit-note.tsx'
import { type CourseInfo, logStep, useCourseInfo } from '../queries.ts'
import choiceStyles from './choice.module.css'
import { choiceIn, firstChoice, MethodList, paymentOf } from './method-list.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PointPackList } from './point-pack-list.tsx'
import styles from './purchase.module.css'
import { useCheckout } from './use-checkout.ts'

/** The points purchase page (specification 2): course, method, limits; then the final confirmation. */
export const PurchasePage = () => {
  const { status } = useSession({ required: true })
  usePageTitle('ポイント購入')
  const goBack = useBackNavigation(paths.myPage)
  return (
    <>
      <AppBar title="ポイント購入" onBack={goBack} className={styles.bar}>
        <Link className={styles.barLink} to={paths.orders()}>
          購入の履歴
        </Link>
      </AppBar>
      <div className={styles.wrap}>{status === 'authenticated' ? <Content /> : <PurchaseSkeleton />}</div>
    </>
  )
}

const Content = () => {
  const query = useCourseInfo()
  useEffect(() => logStep('open'), [])
  if (!query.data && query.isError) return <QueryError query={query} />
  if (!query.data) return <PurchaseSkeleton />
  if (query.data.isUnderAge)
    return (
      <Closed
        title="18歳未満の方はご利用いただけません"
        text="登録された生年月日では、ポイントの購入・通話・トークをご利用いただけません。まちがえて登録したときは、年齢のわかる書類を添えてお問い合わせください。"
      />
    )
  if (query.data.isFrozen)
    return (
      <Closed text="確認中のお支払いがあるため、いまは購入できません。お手数ですが、お問い合わせください。" />
    )
  return <Choice info={query.data} refresh={() => void query.refetch()} />
}

const Closed = ({ title = 'いまは購入できません', text }: { title?: string; text: string }) => (
  <EmptyState
    title={title}
    action={
      <Button variant="quiet" onClick={() => openContact()}>
        お問い合わせ
      </Button>
    }
  >
    {text}
  </EmptyState>
)

/** In the middle of the price list: the most common choice. */
const chosenAtFirst = (info: CourseInfo): string =>
  (info.courses[Math.floor(info.courses.length / 2)] ?? info.courses[0])?.id ?? ''

const Choice = ({ info, refresh }: { info: CourseInfo; refresh: () => void }) => {
  const [courseId, setCourseId] = useState(() => chosenAtFirst(info))
  const [chosen, setChoice] = useState(() => firstChoice(info))
  const [needsBirthDate, setNeedsBirthDate] = useState(false)
  const checkout = useCheckout()
  const course = info.courses.find(({ id }) => id === courseId) ?? info.courses[0]
  const choice = choiceIn(info, chosen)
  const payment = paymentOf(info, choice)
  if (!course || !payment) return <Closed text="いまは販売しているコースがありません。" />
  const isBeyondLimit = info.limits.leftYen !== null && course.priceYen > info.limits.leftYen

  const goOn = () => void checkout.goOn(course, payment)
  const proceed = () => {
    if (info.birthDateStated) goOn()
    else setNeedsBirthDate(true)
  }
  const button = (
    <Button
      variant="primary"
      size="l"
      block
      aria-disabled={isBeyondLimit}
      busy={checkout.isChecking}
      onClick={proceed}
    >
      確認へすすむ
    </Button>
  )
  const sum = course.paidPoints + course.freePoints + info.firstPurchaseBonusPoints
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <Balance debtPoints={info.debtPoints} />
        <Courses info={info} chosen={course.id} onChoose={setCourseId} />
        <section aria-labelledby="methods">
          <SectionHead title="お支払い方法" id="methods" />
          <MethodList
            info={info}
            choice={choice}
            onChoose={setChoice}
            onCardFields={checkout.onCardFields}
            refresh={refresh}
          />
        </section>
        <LimitNote limits={info.limits} isBeyond={isBeyondLimit} refresh={refresh} />
      </div>
      <aside className={styles.aside} aria-label="ご注文の内容">
        <Panel title="ご注文の内容">
          <OrderSummary info={info} course={course} paymentLabel={payment.label} />
          {button}
        </Panel>
      </aside>
      <LegalNote className={styles.legal} />
      <div className={styles.buyBar}>
        <p>
          <span className="num">{count(sum)}pt</span>を受け取る
          <b className="num">
            {count(course.priceYen)}
            <small>円(税込)</small>
          </b>
        </p>
        {button}
      </div>
      {needsBirthDate ? (
        <BirthDateModal
          onClose={() => setNeedsBirthDate(false)}
          onStated={(isUnderAge) => {
            setNeedsBirthDate(false)
            refresh()
            if (!isUnderAge) goOn()
          }}
        />
      ) : null}
    </div>
  )
}

const Courses = ({
  info,
  chosen,
  onChoose,
}: {
  info: CourseInfo
  chosen: string
  onChoose: (courseId: string) => void
}) => (
  <section aria-labelledby="courses">
    <SectionHead title="コースを選ぶ" id="courses">
      {info.firstPurchaseBonusPoints > 0 ? (
        <b className={choiceStyles.bonus}>はじめての購入で＋{count(info.firstPurchaseBonusPoints)}pt</b>
      ) : null}
    </SectionHead>
    <PointPackList
      info={info}
      chosen={chosen}
      onChoose={(id) => {
        onChoose(id)
        logStep('chooseCourse', id)
      }}
    />
  </section>
)

const Balance = ({ debtPoints }: { debtPoints: number }) => {
  const balance = usePoints()
  return (
    <Panel>
      <p className={styles.balance}>
        <span>いまの残高</span>
        <b className="num">
          {balance === undefined ? '–' : count(balance)}
          <small>pt</small>
        </b>
      </p>
      {debtPoints > 0 ? (
        <p className={styles.note}>
          未精算のポイントが{count(debtPoints)}ptあります。次のご購入の有料ポイントから精算します。
        </p>
      ) : null}
    </Panel>
  )
}

const PurchaseSkeleton = () => (
  <div role="status" className={styles.column}>
    <span className="vh">読み込み中</span>
    <Skeleton height={72} />
    <Skeleton height={80} />
    <Skeleton height={80} />
    <Skeleton height={80} />
    <Skeleton height={180} />
  </div>
)
