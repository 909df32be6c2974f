import { useState } from 'react'
import {
  type OpenFreeze,
  operatorPayoutsEndpoints,
  type PayoutToDecide,
} from '#contract/points/operator/payouts.ts'
import { payoutStateText } from '#web/earnings/earning-text.ts'
import { count } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { EarningsReversal, PayoutActions } from './payout-actions.tsx'
import { PayoutBatch } from './payout-batch.tsx'

const lists = { open: '未処理', decided: '処理済み' } as const
type List = keyof typeof lists

/** Broadcasters' payout requests, and the frozen part of them. */
export const PayoutsPage = () => {
  const [list, setList] = useState<List>('open')
  const query = useOperatorQuery(operatorPayoutsEndpoints.operatorPayouts, { list })
  return (
    <>
      <PageHead
        title="報酬の支払い"
        about="承認した申請を振込データにして銀行で送り、送ったものを支払い済みにします。"
      >
        <PayoutBatch />
      </PageHead>
      <div className={styles.choices}>
        {(Object.keys(lists) as List[]).map((each) => (
          <Chip key={each} pressed={list === each} onPress={() => setList(each)}>
            {lists[each]}
          </Chip>
        ))}
      </div>
      <div className={styles.section}>
        <QueryStates query={query}>
          {({ payouts }) =>
            payouts.length === 0 ? (
              <NothingHere title={`${lists[list]}の申請はありません`} />
            ) : (
              <DataTable
                label={`${lists[list]}の申請`}
                columns={columns[list]}
                rows={payouts}
                keyOf={(payout) => payout.payoutId}
              />
            )
          }
        </QueryStates>
      </div>
      <Freezes />
    </>
  )
}

const member: Column<PayoutToDecide> = {
  head: '会員',
  wide: true,
  cell: ({ name, memberId }) => (
    <>
      <b>{name}</b>
      <small className={styles.aside}>ID {memberId}</small>
    </>
  ),
}
const amount: Column<PayoutToDecide> = {
  head: '金額',
  align: 'end',
  cell: ({ points }) => `${count(points)}円`,
}
const requested: Column<PayoutToDecide> = {
  head: '申請',
  cell: ({ requestedAt }) => <DateText at={requestedAt} />,
}

const columns: Record<List, readonly Column<PayoutToDecide>[]> = {
  open: [
    member,
    amount,
    requested,
    {
      head: '状態',
      cell: (payout) => (
        <>
          {payoutStateText[payout.state]}
          <small className={styles.aside}>
            承認 {payout.approvedBy.length}/{payout.approvalsNeeded}
          </small>
          {payout.approvedBy.map((mail) => (
            <small key={mail} className={styles.aside}>
              {mail}
            </small>
          ))}
          {payout.batchedAt ? (
            <small className={styles.aside}>
              振込データに保存 <DateText at={payout.batchedAt} />
            </small>
          ) : null}
        </>
      ),
    },
    { head: '確認', cell: (payout) => <Warnings payout={payout} /> },
    { head: '対応', cell: (payout) => <PayoutActions payout={payout} /> },
  ],
  decided: [
    member,
    amount,
    requested,
    {
      head: '結果',
      cell: ({ state, refusedBecause }) => (
        <>
          {payoutStateText[state]}
          {refusedBecause ? <small className={styles.aside}>{refusedBecause}</small> : null}
        </>
      ),
    },
    { head: '処理', cell: ({ decidedAt }) => (decidedAt ? <DateText at={decidedAt} /> : null) },
  ],
}

const Warnings = ({ payout }: { payout: PayoutToDecide }) => (
  <>
    {payout.isFrozen ? <b className={styles.refusal}>凍結分あり</b> : null}
    {payout.sharesAccountWith.length > 0 ? (
      <b className={styles.refusal}>口座が{payout.sharesAccountWith.join('、')}と同じ</b>
    ) : null}
    {payout.accountChangedAt ? (
      <small className={styles.aside}>
        口座の登録 <DateText at={payout.accountChangedAt} />
      </small>
    ) : null}
  </>
)

const Freezes = () => {
  const query = useOperatorQuery(operatorPayoutsEndpoints.operatorFreezes, {})
  return (
    <section className={styles.section}>
      <h2>凍結中の報酬</h2>
      <QueryStates query={query}>
        {({ freezes }) =>
          freezes.length === 0 ? (
            <NothingHere title="凍結中の報酬はありません">
              支払いの異議や、ポイントを使ったあとの返金があると、その注文のポイントから得た報酬がここに入ります。
            </NothingHere>
          ) : (
            <DataTable
              label="凍結中の報酬"
              columns={freezeColumns}
              rows={freezes}
              keyOf={(freeze) => freeze.orderId}
            />
          )
        }
      </QueryStates>
    </section>
  )
}

const freezeColumns: readonly Column<OpenFreeze>[] = [
  { head: '注文', wide: true, cell: ({ orderId }) => orderId },
  { head: '凍結', align: 'end', cell: ({ points }) => `${count(points)}pt` },
  { head: '配信者', cell: ({ broadcasterIds }) => broadcasterIds.join('、') },
  { head: '凍結日', cell: ({ openedAt }) => <DateText at={openedAt} /> },
  { head: '対応', cell: (freeze) => <EarningsReversal freeze={freeze} /> },
]
