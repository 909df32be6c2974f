import { useState } from 'react'
import { alertKinds, type OperatorAlert, operatorNoticesEndpoints } from '#contract/operators/alerts.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { pageOfAlert } from '../pages.ts'
import type { Column } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorPages } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'

const states = { open: '未対応', done: '対応済み' } as const
type State = keyof typeof states

/** Alerts for operators: open ones first. */
export const OperatorAlertsPage = () => {
  const [state, setState] = useState<State>('open')
  const query = useOperatorPages(
    operatorNoticesEndpoints.operatorNotices,
    { state },
    ({ notices }) => notices.at(-1)?.id,
  )
  return (
    <>
      <PageHead title="お知らせ">
        <div className={styles.choices}>
          {(Object.keys(states) as State[]).map((each) => (
            <Chip key={each} pressed={state === each} onPress={() => setState(each)}>
              {states[each]}
            </Chip>
          ))}
        </div>
      </PageHead>
      <PagedTable
        query={query}
        rowsOf={({ notices }) => notices}
        label={`${states[state]}のお知らせ`}
        columns={columns[state]}
        keyOf={(notice) => notice.id}
        empty={state === 'open' ? '未対応のお知らせはありません' : '対応済みのお知らせはまだありません'}
      />
    </>
  )
}

const FinishButton = ({ notice }: { notice: OperatorAlert }) => {
  const finish = useOperatorAction(operatorNoticesEndpoints.operatorFinishNotice)
  return (
    <>
      <Button size="s" busy={finish.isPending} onClick={() => finish.mutate({ noticeId: notice.id })}>
        対応済みにする
      </Button>
      <Refusal text={finish.error?.message} />
    </>
  )
}

const Kind = ({ notice }: { notice: OperatorAlert }) => {
  const page = pageOfAlert(notice.kind)
  const title = alertKinds[notice.kind]
  return page ? (
    <Link className={styles.link} to={paths.operator(page.segment)}>
      {title}
    </Link>
  ) : (
    <b>{title}</b>
  )
}

const about: readonly Column<OperatorAlert>[] = [
  { head: '種類', cell: (notice) => <Kind notice={notice} /> },
  {
    head: '内容',
    wide: true,
    cell: (notice) => (
      <>
        {notice.text}
        <small className={styles.aside}>{notice.subject}</small>
      </>
    ),
  },
]

const columns: Record<State, readonly Column<OperatorAlert>[]> = {
  open: [
    ...about,
    {
      head: '発生',
      cell: (notice) => (
        <>
          <DateText at={notice.raisedAt} />
          {notice.times > 1 ? (
            <small className={styles.aside}>
              {notice.times}回・最新 <DateText at={notice.lastRaisedAt} />
            </small>
          ) : null}
        </>
      ),
    },
    { head: '対応', cell: (notice) => <FinishButton notice={notice} /> },
  ],
  done: [
    ...about,
    { head: '発生', cell: (notice) => <DateText at={notice.raisedAt} /> },
    {
      head: '対応',
      cell: (notice) => (
        <>
          {notice.doneAt ? <DateText at={notice.doneAt} /> : null}
          <small className={styles.aside}>{notice.doneBy}</small>
        </>
      ),
    },
  ],
}
