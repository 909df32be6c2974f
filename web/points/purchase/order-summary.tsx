import { pointsValidDays } from '#contract/points/points.ts'
import { type Course, taxPercent } from '#contract/points/purchase.ts'
import { containedTaxYen } from '#domain/points/purchase/purchase.ts'
import { count, day, points } from '#web/text/format.ts'
import { FactList } from '#web/ui/panel.tsx'
import type { CourseInfo } from '../queries.ts'
import styles from './purchase.module.css'

const whenPaid = (label: string): string =>
  label === '銀行振込' ? 'ご入金の確認後にお届けします' : '購入と同時に決済・すぐに反映'

/** The summary of a purchase: paid and free points, their expiry, the payment method, the total with its tax. */
export const OrderSummary = ({
  info,
  course,
  paymentLabel,
}: {
  info: CourseInfo
  course: Course
  paymentLabel: string
}) => {
  const bonus = info.firstPurchaseBonusPoints
  const paidNow = Math.min(info.debtPoints, course.paidPoints)
  const sum = course.paidPoints + course.freePoints + bonus - paidNow
  const items = [
    {
      label: '商品',
      value: `${count(course.paidPoints + course.freePoints)}ptコース`,
      note: `有料${points(course.paidPoints)}${course.freePoints > 0 ? `＋無料${points(course.freePoints)}` : ''}`,
    },
    ...(bonus > 0 ? [{ label: 'はじめての特典', value: `無料${points(bonus)}` }] : []),
    ...(paidNow > 0 ? [{ label: '未精算の分', value: `−${points(paidNow)}` }] : []),
    { label: '受け取る合計', value: <b className="num">{points(sum)}</b> },
    { label: '有効期限', value: day(info.expiresAt, Date.now()), note: `購入日から${pointsValidDays}日` },
    { label: 'お支払い', value: paymentLabel, note: whenPaid(paymentLabel) },
  ]
  return (
    <>
      <FactList items={items} />
      <p className={styles.total}>
        <span>お支払い合計</span>
        <b className="num">
          {count(course.priceYen)}
          <small>円(税込)</small>
        </b>
      </p>
      <p className={styles.tax}>
        うち消費税 <span className="num">{count(containedTaxYen(course.priceYen, taxPercent))}円</span>
      </p>
    </>
  )
}
