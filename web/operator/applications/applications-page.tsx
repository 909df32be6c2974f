import { useState } from 'react'
import { documentKinds, type KeptDays } from '#contract/applications/applications.ts'
import {
  type ApplicationLine,
  keptDaysMax,
  operatorApplicationsEndpoints,
} from '#contract/applications/operator.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import type { Column } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorPages, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { numberIn } from '../points/transfer-actions.tsx'
import { applicationStateText, waitedText } from './application-texts.ts'

const lists = { waiting: '審査待ち', others: '審査済みなど' } as const
type List = keyof typeof lists

/** Applications to become a broadcaster, the longest waiting first. */
export const ApplicationsPage = () => {
  const [list, setList] = useState<List>('waiting')
  const query = useOperatorPages(
    operatorApplicationsEndpoints.operatorApplications,
    { state: list },
    // The waiting ones are one page, which moves on as they are decided.
    ({ applications }) => (list === 'waiting' ? undefined : applications.at(-1)?.id),
  )
  const waiting = query.data?.pages[0]?.waiting
  return (
    <>
      <PageHead
        title="配信者の申し込み"
        about="書類は、申し込みの中で1枚ずつ開きます。1枚開くたびに、操作の記録に残ります。"
      >
        <div className={styles.choices}>
          {(Object.keys(lists) as List[]).map((each) => (
            <Chip key={each} pressed={list === each} onPress={() => setList(each)}>
              {lists[each]}
              {each === 'waiting' && waiting ? `（${waiting}件）` : ''}
            </Chip>
          ))}
        </div>
      </PageHead>
      <PagedTable
        query={query}
        rowsOf={({ applications }) => applications}
        label={`${lists[list]}の申し込み`}
        columns={columnsFor(list)}
        keyOf={({ id }) => id}
        empty={list === 'waiting' ? '審査待ちの申し込みはありません' : '審査済みの申し込みはまだありません'}
      />
      <KeptDaysSetting />
    </>
  )
}

const columnsFor = (list: List): readonly Column<ApplicationLine>[] => [
  {
    head: '申込者',
    wide: true,
    cell: ({ id, memberId, memberName, isDuplicate }) => (
      <>
        <Link className={styles.link} to={paths.operator(`applications/${id}`)}>
          {memberName}
        </Link>
        <small className={styles.aside}>
          <span className="num">{memberId}</span>
          {isDuplicate ? '・同じ名前と生年月日の申し込みあり' : ''}
        </small>
      </>
    ),
  },
  { head: '書類', cell: ({ documentKind }) => documentKinds[documentKind] },
  {
    head: '申し込み',
    cell: ({ submittedAt, submissions }) => (
      <>
        <DateText at={submittedAt} />
        <small className={styles.aside}>
          {list === 'waiting' ? waitedText(submittedAt, Date.now()) : ''}
          {submissions > 1 ? `${list === 'waiting' ? '・' : ''}${submissions}回目` : ''}
        </small>
      </>
    ),
  },
  ...(list === 'others'
    ? [
        {
          head: '状態',
          cell: ({ state, decidedAt, decidedBy }: ApplicationLine) => (
            <>
              {applicationStateText[state]}
              <small className={styles.aside}>
                {decidedAt ? <DateText at={decidedAt} /> : null}
                {decidedBy ? `・${decidedBy}` : ''}
              </small>
            </>
          ),
        },
      ]
    : []),
]

const KeptDaysSetting = () => {
  const query = useOperatorQuery(operatorApplicationsEndpoints.operatorApplicationSetting, {})
  return (
    <QueryStates query={query}>
      {({ keptDays }) => <KeptDaysForm key={`${keptDays.approved} ${keptDays.refused}`} current={keptDays} />}
    </QueryStates>
  )
}

const KeptDaysForm = ({ current }: { current: KeptDays }) => {
  const set = useOperatorAction(operatorApplicationsEndpoints.operatorSetApplicationSetting)
  const [approvedText, setApproved] = useState(String(current.approved))
  const [refusedText, setRefused] = useState(String(current.refused))
  const keptDays = { approved: numberIn(approvedText), refused: numberIn(refusedText) }
  const isChanged = keptDays.approved !== current.approved || keptDays.refused !== current.refused
  return (
    <ActionPanel
      title="書類の保管"
      about={`審査のあと、書類の画像とお名前を消去するまでの日数です（1〜${keptDaysMax}日）。だれがいつ、どの書類で確認したかは残ります。`}
    >
      <Field label="承認したとき" note="日">
        <Input
          inputMode="numeric"
          value={approvedText}
          onChange={({ target }) => setApproved(target.value)}
        />
      </Field>
      <Field label="お断りしたとき" note="日">
        <Input inputMode="numeric" value={refusedText} onChange={({ target }) => setRefused(target.value)} />
      </Field>
      {isChanged ? (
        <ConfirmButton
          action={set}
          input={{ keptDays }}
          label="日数を変更する"
          title="書類を保管する日数を変更しますか？"
          variant="ink"
        >
          <p>すでに審査した申し込みにも適用されます。短くすると、過ぎた分は1時間以内に消去されます。</p>
        </ConfirmButton>
      ) : null}
    </ActionPanel>
  )
}
