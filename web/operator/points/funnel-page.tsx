import { type FunnelStep, funnelDays, operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { count } from '#web/text/format.ts'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'

const stepText = {
  notEnoughPoint: 'ポイント不足の案内を見た',
  open: '購入ページを開いた',
  chooseCourse: 'コースを選んだ',
  confirm: '最終確認まで進んだ',
  pay: '支払うボタンを押した',
  granted: '購入した',
} as const satisfies Record<FunnelStep, string>

interface Row {
  step: FunnelStep
  members: number
  times: number
  /** The share of those who opened the page. */
  ofOpened: number | null
}

/** How far people get on the way to a purchase. */
export const FunnelPage = () => {
  const query = useOperatorQuery(operatorOrdersEndpoints.operatorFunnel, {})
  return (
    <>
      <PageHead
        title="購入までの流れ"
        about={`この${funnelDays}日間に、それぞれの段階まで進んだ会員の数です。`}
      />
      <QueryStates query={query}>
        {({ steps }) => {
          const opened = steps.find(({ step }) => step === 'open')?.members ?? 0
          const rows = steps.map((line) => ({
            ...line,
            ofOpened: opened > 0 && line.step !== 'notEnoughPoint' ? line.members / opened : null,
          }))
          return <DataTable label="購入までの流れ" columns={columns} rows={rows} keyOf={(row) => row.step} />
        }}
      </QueryStates>
    </>
  )
}

const columns: readonly Column<Row>[] = [
  { head: '段階', wide: true, cell: ({ step }) => <b>{stepText[step]}</b> },
  { head: '会員', align: 'end', cell: ({ members }) => `${count(members)}人` },
  { head: '回数', align: 'end', cell: ({ times }) => `${count(times)}回` },
  {
    head: 'ページを開いた人のうち',
    align: 'end',
    cell: ({ ofOpened }) => (ofOpened === null ? '－' : `${Math.round(ofOpened * 100)}%`),
  },
]
