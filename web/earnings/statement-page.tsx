import { Download, Printer } from 'lucide-react'
import { calendarMonth, type EarningStatement } from '#contract/points/earnings.ts'
import { monthOf } from '#domain/points/earnings.ts'
import { NotFoundPage } from '#web/layout/status-pages.tsx'
import { useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { saveFile } from '#web/shell/save-file.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { EarningRows } from './earning-rows.tsx'
import { monthText } from './earning-text.ts'
import styles from './earnings.module.css'
import { EarningsFrame, LoadedQuery } from './earnings-frame.tsx'
import { useStatement } from './queries.ts'
import { statementCsv } from './statement-csv.ts'

/** A Japanese month's statement, to be read, printed or taken along. */
export const StatementPage = () => {
  const { month = '' } = useParams()
  if (!calendarMonth.safeParse(month).success) return <NotFoundPage />
  return (
    <EarningsFrame title={`${monthText(month)}の明細書`} back={paths.earnings()}>
      <Content month={month} />
    </EarningsFrame>
  )
}

const Content = ({ month }: { month: string }) => (
  <LoadedQuery query={useStatement(month)}>
    {({ statement, lines }) => (
      <div className={styles.stack}>
        <Panel title="報酬の動き">
          <FactList items={movements(statement, monthOf(Date.now()) === month)} />
        </Panel>
        <div className={styles.actions}>
          <Button icon={Printer} onClick={() => window.print()}>
            印刷する
          </Button>
          <Button icon={Download} onClick={() => saveFile(`koyoi-${month}.csv`, statementCsv(lines))}>
            CSVを保存
          </Button>
        </div>
        <Panel title="明細" note={`${lines.length}件`}>
          {lines.length > 0 ? (
            <EarningRows lines={lines} />
          ) : (
            <EmptyState level={3} picture={null} title="この月の報酬はありません" />
          )}
        </Panel>
      </div>
    )}
  </LoadedQuery>
)

const movements = (statement: EarningStatement, isRunning: boolean) => [
  { label: '前月からの残高', value: points(statement.opening) },
  { label: '獲得した報酬', value: `+${points(statement.earned)}` },
  ...less('お相手への返金', statement.returned),
  ...less('支払い異議・返金による取り消し', statement.taken),
  ...less('不足分への充当', statement.settled),
  ...less('お支払い', statement.paidOut),
  { label: isRunning ? '現在の残高' : '月末の残高', value: <b>{points(statement.closing)}</b> },
  ...(statement.debt > 0
    ? [{ label: '不足分', value: points(statement.debt), note: '次の支払いから差し引きます。' }]
    : []),
]

const less = (label: string, amount: number) => (amount > 0 ? [{ label, value: `−${points(amount)}` }] : [])
