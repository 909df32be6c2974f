import { CircleCheck, TriangleAlert } from 'lucide-react'
import {
  type AccountKind,
  type LedgerCheck,
  operatorLedgerEndpoints,
  type TrialBalanceLine,
} from '#contract/points/operator/ledger.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'

const kindNames: Record<AccountKind, string> = {
  wallet: '会員のポイント',
  earnings: '配信者の報酬',
  debt: '未回収',
  issuer: '発行',
  platform: '運営の取り分',
  proceeds: 'フリマの売上',
}

/** Whether the points add up: the results of the latest checks, and the trial balance. */
export const LedgerPage = () => {
  const query = useOperatorQuery(operatorLedgerEndpoints.operatorLedgerHealth, {})
  const check = useOperatorAction(operatorLedgerEndpoints.operatorCheckLedger)
  return (
    <>
      <PageHead title="台帳の状態" about="毎晩3時30分に検査します。問題があればお知らせに入ります。">
        <Button variant="tonal" size="s" busy={check.isPending} onClick={() => check.mutate({})}>
          いま検査する
        </Button>
      </PageHead>
      <Refusal text={check.error?.message} />
      <QueryStates query={query}>
        {({ trialBalance, checks }) => (
          <>
            <Verdict check={checks[0]} />
            <section className={styles.section}>
              <h2>試算表</h2>
              <DataTable
                label="試算表"
                columns={balanceColumns}
                rows={withTotal(trialBalance)}
                keyOf={(line) => line.kind}
              />
            </section>
            <section className={styles.section}>
              <h2>検査の記録</h2>
              {checks.length === 0 ? (
                <NothingHere title="検査はまだ行われていません" />
              ) : (
                <DataTable
                  label="検査の記録"
                  columns={checkColumns}
                  rows={checks}
                  keyOf={(each) => each.checkedAt}
                />
              )}
            </section>
          </>
        )}
      </QueryStates>
    </>
  )
}

const Verdict = ({ check }: { check: LedgerCheck | undefined }) => {
  if (!check) return null
  const isSound = check.defects === 0
  return (
    <p className={styles.verdict} data-ok={isSound} role="status">
      <Icon of={isSound ? CircleCheck : TriangleAlert} />
      <span>
        <b>{isSound ? '台帳に問題はありません。' : `台帳に${count(check.defects)}件の問題があります。`}</b>{' '}
        <small>
          <DateText at={check.checkedAt} /> の検査
        </small>
      </span>
    </p>
  )
}

interface BalanceRow extends Omit<TrialBalanceLine, 'kind'> {
  kind: AccountKind | 'total'
}

const sumOf = (lines: readonly TrialBalanceLine[], figure: 'accounts' | 'entries' | 'balances' | 'held') =>
  lines.reduce((sum, line) => sum + line[figure], 0)

const withTotal = (lines: readonly TrialBalanceLine[]): BalanceRow[] => [
  ...lines,
  {
    kind: 'total',
    accounts: sumOf(lines, 'accounts'),
    entries: sumOf(lines, 'entries'),
    balances: sumOf(lines, 'balances'),
    held: sumOf(lines, 'held'),
  },
]

/** Issuer and platform have entries only (docs/decisions/0006-ledger.md). */
const keepsBalance = ({ kind }: BalanceRow): boolean => kind !== 'issuer' && kind !== 'platform'

const balanceColumns: readonly Column<BalanceRow>[] = [
  {
    head: '口座の種類',
    wide: true,
    cell: ({ kind }) => <b>{kind === 'total' ? '合計（仕訳は0になります）' : kindNames[kind]}</b>,
  },
  { head: '口座数', align: 'end', cell: ({ accounts }) => count(accounts) },
  { head: '仕訳の合計', align: 'end', cell: ({ entries }) => `${count(entries)}pt` },
  {
    head: '残高の合計',
    align: 'end',
    cell: (line) => (keepsBalance(line) ? `${count(line.balances)}pt` : '－'),
  },
  {
    head: '確保中',
    align: 'end',
    cell: (line) => (keepsBalance(line) ? `${count(line.held)}pt` : '－'),
  },
]

const checkColumns: readonly Column<LedgerCheck>[] = [
  { head: '日時', cell: ({ checkedAt }) => <DateText at={checkedAt} /> },
  {
    head: '結果',
    wide: true,
    cell: ({ defects, firstDefects }) =>
      defects === 0 ? (
        '問題なし'
      ) : (
        <>
          <b>{count(defects)}件</b>
          <ul className={styles.aside}>
            {firstDefects.map(({ problem, subject }) => (
              <li key={`${problem} ${subject}`}>
                {problem}: {subject}
              </li>
            ))}
          </ul>
        </>
      ),
  },
  { head: '実行', cell: ({ runBy }) => runBy ?? '毎晩の検査' },
  { head: '所要時間', align: 'end', cell: ({ tookMs }) => `${count(tookMs)}ms` },
]
