import { useState } from 'react'
import { operatorSafetyEndpoints, type ReportLine } from '#contract/moderation/moderation.ts'
import { type ReportReason, reportReasons } from '#contract/safety/safety.ts'
import { Link, useSearchParams } from '#web/router/router.ts'
import { reasonText, surfaceText } from '#web/safety/safety-texts.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { valueName } from '../account/action-names.ts'
import type { Column } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorPages } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'

const states = { open: '未対応', closed: '対応済み' } as const
type State = keyof typeof states

/** Members' reports: open ones first, of one reason or about one person. */
export const ReportsPage = () => {
  const [state, setState] = useState<State>('open')
  const [reason, setReason] = useState<ReportReason | null>(null)
  const linkedId = useSearchParams()[0].get('member')
  const [person, setPerson] = useState<ReportLine['reported'] | null>(
    linkedId ? { id: linkedId, name: `ID ${linkedId} ` } : null,
  )
  const query = useOperatorPages(
    operatorSafetyEndpoints.operatorReports,
    { state, ...(reason ? { reason } : {}), ...(person ? { memberId: person.id } : {}) },
    ({ reports }) => reports.at(-1)?.id,
  )
  return (
    <>
      <PageHead
        title="通報"
        about="メッセージなどの証拠は、通報の内容の中だけで見られます。閲覧は記録されます。"
      >
        <div className={styles.choices}>
          {(Object.keys(states) as State[]).map((each) => (
            <Chip key={each} pressed={state === each} onPress={() => setState(each)}>
              {states[each]}
            </Chip>
          ))}
        </div>
      </PageHead>
      <div className={styles.filters}>
        {reportReasons.map((each) => (
          <Chip key={each} pressed={reason === each} onPress={() => setReason(reason === each ? null : each)}>
            {reasonText[each]}
          </Chip>
        ))}
        {person ? (
          <Chip pressed onPress={() => setPerson(null)}>
            {person.name}さんについて（解除）
          </Chip>
        ) : null}
      </div>
      <PagedTable
        query={query}
        rowsOf={({ reports }) => reports}
        label={`${states[state]}の通報`}
        columns={columnsFor(state, setPerson)}
        keyOf={({ id }) => id}
        empty={state === 'open' ? '未対応の通報はありません' : '対応済みの通報はまだありません'}
      />
    </>
  )
}

const columnsFor = (
  state: State,
  onPerson: (person: ReportLine['reported']) => void,
): readonly Column<ReportLine>[] => [
  {
    head: '理由',
    cell: (report) => (
      <>
        <Link className={styles.link} to={paths.operator(`reports/${report.id}`)}>
          {reasonText[report.reason]}
        </Link>
        <small className={styles.aside}>{surfaceText[report.surface]}</small>
      </>
    ),
  },
  {
    head: '通報された人',
    wide: true,
    cell: ({ reported, reports, openReports }) => (
      <>
        <Link className={styles.link} to={paths.operator(`members/${reported.id}`)}>
          {reported.name}
        </Link>
        <small className={styles.aside}>
          <span className="num">{reported.id}</span>
          {'・'}
          <button type="button" className={styles.inline} onClick={() => onPerson(reported)}>
            通報 {reports}件（未対応 {openReports}件）
          </button>
        </small>
      </>
    ),
  },
  {
    head: '通報した人',
    cell: ({ reporter }) => (
      <>
        {reporter.name}
        <small className={styles.aside}>
          <span className="num">{reporter.id}</span>
        </small>
      </>
    ),
  },
  { head: '日時', cell: ({ reportedAt }) => <DateText at={reportedAt} /> },
  ...(state === 'closed'
    ? [
        {
          head: '対応',
          cell: ({ closed }: ReportLine) =>
            closed ? (
              <>
                {valueName(closed.outcome)}
                <small className={styles.aside}>
                  <DateText at={closed.at} />・{closed.by}
                </small>
              </>
            ) : null,
        },
      ]
    : []),
]
