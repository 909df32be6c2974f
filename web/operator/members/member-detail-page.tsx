import { type LastCall, type MemberSheet, operatorMembersEndpoints } from '#contract/moderation/members.ts'
import { endReasonText } from '#web/receipts/receipt-text.ts'
import { Link, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { duration, points } from '#web/text/format.ts'
import { callKindLongText, presenceText } from '#web/text/states.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import pageStyles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { roleText } from './member-texts.ts'
import styles from './members.module.css'

/** One member: state, warnings, balances, last calls, and the ways to what operators can do. */
export const MemberDetailPage = () => {
  const memberId = useParams().memberId ?? ''
  const query = useOperatorQuery(operatorMembersEndpoints.operatorMember, { memberId })
  return (
    <>
      <PageHead title="会員の情報" />
      <QueryStates query={query}>{({ member }) => <Sheet member={member} />}</QueryStates>
    </>
  )
}

const Sheet = ({ member }: { member: MemberSheet }) => (
  <>
    <Panel title={`${member.name}さん`} className={pageStyles.facts}>
      <FactList items={factsOf(member)} />
      <div className={styles.ways}>
        <ButtonLink size="s" to={`${paths.operator('reports')}?member=${member.id}`}>
          この会員への通報
        </ButtonLink>
        <ButtonLink size="s" to={`${paths.operator('orders')}?search=${member.id}`}>
          注文と返金
        </ButtonLink>
        {member.earnings ? (
          <ButtonLink size="s" to={paths.operator('payouts')}>
            報酬の支払い
          </ButtonLink>
        ) : null}
        <ButtonLink size="s" to={`${paths.operator('audit')}?subject=member:${member.id}`}>
          操作の記録
        </ButtonLink>
      </div>
    </Panel>
    <section className={pageStyles.section}>
      <h2>最近の通話</h2>
      {member.calls.length === 0 ? (
        <NothingHere title="通話はまだありません" />
      ) : (
        <DataTable
          label="最近の通話"
          columns={callColumns}
          rows={member.calls}
          keyOf={({ callId }) => callId}
        />
      )}
    </section>
  </>
)

const factsOf = (member: MemberSheet) => [
  { label: 'ID', value: <span className="num">{member.id}</span> },
  {
    label: '区分',
    value: roleText[member.role],
    note: member.state ? presenceText[member.state] : null,
  },
  {
    label: '登録',
    value: <DateText at={member.registeredAt} />,
    note: member.leftAt ? (
      <>
        退会 <DateText at={member.leftAt} />
      </>
    ) : null,
  },
  {
    label: '本人の確認',
    value: [
      member.maskedMail ?? 'メールなし',
      member.hasPhone ? '電話番号あり' : '電話番号なし',
      member.hasStatedBirthDate ? '生年月日あり' : '生年月日なし',
    ].join('・'),
  },
  {
    label: '通報と注意',
    value: `通報 ${member.reports.all}件・注意 ${member.reports.warned}件`,
    note: member.reports.open > 0 ? `未対応 ${member.reports.open}件` : null,
  },
  {
    label: 'ポイント',
    value: points(member.wallet.point),
    note: member.wallet.held > 0 ? `うち通話のための確保 ${points(member.wallet.held)}` : null,
  },
  ...(member.earnings
    ? [
        {
          label: '報酬',
          value: `支払い可能 ${points(member.earnings.payable)}`,
          note: `保留中 ${points(member.earnings.pending)}・凍結 ${points(member.earnings.frozen)}・申請中 ${points(member.earnings.requested)}`,
        },
      ]
    : []),
]

const callColumns: readonly Column<LastCall>[] = [
  { head: '日時', cell: ({ requestedAt }) => <DateText at={requestedAt} /> },
  {
    head: '相手',
    wide: true,
    cell: ({ partner }) => (
      <Link className={pageStyles.link} to={paths.operator(`members/${partner.id}`)}>
        {partner.name}
      </Link>
    ),
  },
  {
    head: '種類',
    cell: ({ kind, dialled }) => `${callKindLongText[kind]}・${dialled ? '発信' : '着信'}`,
  },
  { head: '通話時間', align: 'end', cell: ({ connectedSec }) => duration(connectedSec) },
  {
    head: '終わり方',
    cell: ({ endReason, role }) => (endReason === null ? '通話中' : endText(endReason, role)),
  },
]

/** Who ended a call, in an operator's words. */
const endText = (reason: NonNullable<LastCall['endReason']>, role: LastCall['role']): string => {
  if (reason === 'byCaller' || reason === 'byBroadcaster')
    return (reason === 'byCaller') === (role === 'caller') ? '本人が終了' : '相手が終了'
  return endReasonText[role][reason]
}
