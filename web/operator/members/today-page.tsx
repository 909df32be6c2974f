import { operatorMembersEndpoints } from '#contract/moderation/members.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count } from '#web/text/format.ts'
import { FigureList, Panel } from '#web/ui/panel.tsx'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './members.module.css'

/** What waits for each page of the console. */
const tasks = [
  { figure: 'openNotices', label: '未対応のお知らせ', segment: 'notices' },
  { figure: 'openReports', label: '未対応の通報', segment: 'reports' },
  { figure: 'waitingApplications', label: '審査を待つ申し込み', segment: 'applications' },
  { figure: 'requestedPayouts', label: '支払いを待つ報酬', segment: 'payouts' },
  { figure: 'refundsToApprove', label: '承認を待つ返金', segment: 'refunds' },
  { figure: 'transfersToApprove', label: '承認を待つ入金', segment: 'orders' },
] as const

/** The console's first page: what waits, and how the day goes. */
export const OperatorTodayPage = () => {
  const query = useOperatorQuery(operatorMembersEndpoints.operatorToday, {})
  return (
    <>
      <PageHead title="今日" about="件数を押すと、その画面を開きます。" />
      <QueryStates query={query}>
        {({ today }) => (
          <>
            <ul className={styles.tasks} aria-label="対応を待っているもの">
              {tasks.map(({ figure, label, segment }) => (
                <li key={segment}>
                  <Link to={paths.operator(segment)} data-waits={today[figure] > 0 || undefined}>
                    <span>{label}</span>
                    <b className="num">{count(today[figure])}</b>
                  </Link>
                </li>
              ))}
            </ul>
            <Panel title="今日の動き" className={styles.figures}>
              <FigureList
                items={[
                  { label: 'いまの通話', value: count(today.runningCalls), unit: '件' },
                  { label: 'つながった通話', value: count(today.connectedCalls), unit: '件' },
                  { label: '新規登録', value: count(today.registrations), unit: '人' },
                ]}
              />
            </Panel>
          </>
        )}
      </QueryStates>
    </>
  )
}
