import type { EarningSummary } from '#contract/points/earnings.ts'
import { payableAfterDays } from '#domain/points/earnings.ts'
import { payoutPointsMin } from '#domain/points/payout.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, day, points } from '#web/text/format.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { EarningRows } from './earning-rows.tsx'
import { monthText } from './earning-text.ts'
import styles from './earnings.module.css'
import { EarningsFrame, LoadedQuery } from './earnings-frame.tsx'
import { useEarningLines, useEarnings } from './queries.ts'

/** 報酬: what can be paid out, what can't yet and why, the months, every line. */
export const EarningsPage = () => (
  <EarningsFrame title="報酬" back={paths.base()}>
    <Content />
  </EarningsFrame>
)

const Content = () => {
  const earnings = useEarnings()
  return (
    <LoadedQuery query={earnings}>
      {({ summary, months }) => (
        <div className={styles.stack}>
          <Payable summary={summary} />
          <Panel title="内訳">
            <FactList items={states(summary)} />
            <p className={styles.note}>
              保留中の報酬は、獲得から{payableAfterDays}
              日後に支払い可能になります。無料ポイントの分は、お相手がポイントを購入してから
              {payableAfterDays}日後です。
            </p>
          </Panel>
          {months.length > 0 ? <Months months={months} /> : null}
          <Panel title="明細">
            <Lines />
          </Panel>
        </div>
      )}
    </LoadedQuery>
  )
}

const Payable = ({ summary }: { summary: EarningSummary }) => (
  <section className={styles.card} aria-labelledby="payable">
    <h2 id="payable" className={styles.label}>
      支払い可能な報酬
    </h2>
    <p className={`${styles.balance} num`}>
      {count(summary.payable)}
      <small>pt</small>
    </p>
    <p className={styles.note}>1ptは1円です。{payableNote(summary)}</p>
    <div className={styles.ask}>
      <ButtonLink variant="primary" block to={paths.payout()}>
        {summary.requested > 0 ? '申請の状況を見る' : '支払いを申請する'}
      </ButtonLink>
    </div>
  </section>
)

const payableNote = ({ payable, requested, nextPayableAt }: EarningSummary): string => {
  if (requested > 0) return `${points(requested)}を申請中です。`
  if (payable >= payoutPointsMin) return '振込手数料はかかりません。'
  const least = `${points(payoutPointsMin)}から申請できます。`
  return nextPayableAt ? `${least}次は${day(nextPayableAt, Date.now())}に増えます。` : least
}

const states = (summary: EarningSummary) => [
  { label: '保留中', value: points(summary.pending) },
  ...(summary.frozen > 0
    ? [
        {
          label: '凍結',
          value: points(summary.frozen),
          note: 'お相手の支払いに異議の申し立てや返金があり、確認しています。',
        },
      ]
    : []),
  ...(summary.owed > 0
    ? [
        {
          label: '差引予定',
          value: points(summary.owed),
          note: '返金などの分を、次の支払いから差し引きます。',
        },
      ]
    : []),
  { label: '申請中', value: points(summary.requested) },
  { label: '支払い済み', value: points(summary.paid) },
]

const Months = ({ months }: { months: readonly string[] }) => (
  <Panel title="月ごとの明細書">
    <p className={styles.months}>
      {months.map((month) => (
        <ButtonLink key={month} variant="quiet" size="s" to={paths.earningStatement(month)}>
          {monthText(month)}
        </ButtonLink>
      ))}
    </p>
  </Panel>
)

const Lines = () => {
  const query = useEarningLines()
  return (
    <LoadedQuery query={query}>
      {({ pages }) => {
        const lines = pages.flatMap((page) => page.lines)
        if (lines.length === 0)
          return (
            <EmptyState
              level={3}
              picture={null}
              title="まだ報酬はありません"
              action={
                <ButtonLink variant="tonal" size="s" to={paths.base()}>
                  待機をはじめる
                </ButtonLink>
              }
            >
              通話をすると、1件ずつここに残ります。
            </EmptyState>
          )
        return (
          <>
            <EarningRows lines={lines} />
            <MoreButton query={query} className={styles.more} />
          </>
        )
      }}
    </LoadedQuery>
  )
}
