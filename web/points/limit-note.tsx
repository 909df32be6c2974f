import { useState } from 'react'
import type { PurchaseLimits } from '#contract/points/purchase.ts'
import { count, day, time } from '#web/text/format.ts'
import { limitInForce } from './limit-in-force.ts'
import { LimitModal } from './limit-modal.tsx'
import styles from './purchase/purchase.module.css'

/** The purchases of this month, the limit that holds, and the button that changes the member's own. */
export const LimitNote = ({
  limits,
  isBeyond,
  refresh,
}: {
  limits: PurchaseLimits
  isBeyond: boolean
  refresh: () => void
}) => {
  const [isOpen, setIsOpen] = useState(false)
  const { usedYen, ownLimitYen, next } = limits
  const limitYen = limitInForce(limits)
  const isOwn = limitYen !== null && limitYen === ownLimitYen
  return (
    <div className={styles.note}>
      {isBeyond ? (
        <p role="alert" className={styles.beyond}>
          今月の上限をこえるため、このコースは購入できません。
        </p>
      ) : null}
      <p>
        今月のご利用 <span className="num">{count(usedYen)}円</span>
        {limitYen === null ? null : (
          <>
            ／上限 <span className="num">{count(limitYen)}円</span>（
            {isOwn ? 'あなたが決めた上限です' : '年齢による上限です'}）
          </>
        )}
        <button type="button" className={styles.textLink} onClick={() => setIsOpen(true)}>
          {ownLimitYen === null ? '自分で上限を決める' : '変更する'}
        </button>
      </p>
      {next ? (
        <p>
          {day(next.from, Date.now())} {time(next.from)}から、
          {next.ownLimitYen === null
            ? '自分の上限がなくなります。'
            : `上限が${count(next.ownLimitYen)}円になります。`}
        </p>
      ) : null}
      {isOpen ? (
        <LimitModal
          limits={limits}
          onClose={() => setIsOpen(false)}
          onSet={() => {
            setIsOpen(false)
            refresh()
          }}
        />
      ) : null}
    </div>
  )
}
