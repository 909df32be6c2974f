import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { operatorBaseDateEndpoints } from '#contract/points/operator/reporting-date.ts'
import { baseDateCsv, baseDateLines, baseDatesBefore } from '#domain/points/reporting-date.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import ownStyles from './reporting-date-page.module.css'

type Report = OutputOf<typeof operatorBaseDateEndpoints.operatorBaseDateReport>['report']

/** Records from before the ledger began are all zeros. */
const yearsShown = 1

const japaneseToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(Date.now())

/** Unused paid points as of a prepaid base date, to be read and to be filed. */
export const BaseDatePage = () => {
  const baseDates = baseDatesBefore(japaneseToday(), yearsShown)
  const [baseDate, setBaseDate] = useState(baseDates[0] ?? '')
  const query = useOperatorQuery(operatorBaseDateEndpoints.operatorBaseDateReport, { baseDate })
  const report = query.data?.report
  return (
    <>
      <PageHead
        title="基準日報告"
        about="3月31日と9月30日の終わりの、未使用の有料ポイントです。記録から計算するので、いつ見ても同じです。"
      >
        <Button
          variant="tonal"
          size="s"
          icon={Download}
          aria-disabled={!report}
          onClick={() => report && download(report)}
        >
          CSVをダウンロード
        </Button>
      </PageHead>
      <div className={styles.choices}>
        {baseDates.map((each) => (
          <Chip key={each} pressed={baseDate === each} onPress={() => setBaseDate(each)}>
            {dayText(each)}
          </Chip>
        ))}
      </div>
      <QueryStates query={query}>{({ report }) => <ReportView report={report} />}</QueryStates>
    </>
  )
}

const ReportView = ({ report }: { report: Report }) => (
  <>
    <section className={styles.section}>
      <h2>
        {dayText(report.periodStart)}〜{dayText(report.baseDate)}
      </h2>
      <DataTable
        label="有料ポイントの残高と増減"
        columns={columns}
        rows={baseDateLines(report)}
        keyOf={({ label }) => label}
      />
    </section>
    <Panel className={styles.section}>
      <FactList
        items={[
          { label: '保有者', value: `${count(report.holders)}人` },
          {
            label: '日次確定',
            value: (
              <span className={ownStyles.hash}>{report.checkpointHash ?? 'まだ確定されていません'}</span>
            ),
            note: '基準日の取引が変わっていないことを示します',
          },
        ]}
      />
    </Panel>
  </>
)

const columns: Column<ReturnType<typeof baseDateLines>[number]>[] = [
  { head: '項目', cell: ({ label }) => label, wide: true },
  { head: '有料ポイント', cell: ({ points }) => `${count(points)}pt`, align: 'end' },
  { head: '金額', cell: ({ points }) => `${count(points)}円`, align: 'end' },
]

const dayText = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const download = (report: Report): void => {
  const url = URL.createObjectURL(new Blob([baseDateCsv(report)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `koyoi-${report.baseDate}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
