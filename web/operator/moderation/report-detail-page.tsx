import { useState } from 'react'
import { operatorSafetyEndpoints, type Report, reportNoteMax } from '#contract/moderation/moderation.ts'
import { useParams } from '#web/router/router.ts'
import { reasonText, surfaceText } from '#web/safety/safety-texts.ts'
import { duration } from '#web/text/format.ts'
import { callKindLongText } from '#web/text/states.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { valueName } from '../account/action-names.ts'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { EvidenceLive } from './evidence-live.tsx'
import { EvidenceMarket } from './evidence-market.tsx'
import { EvidenceMessages } from './evidence-messages.tsx'
import { EvidenceRequests } from './evidence-requests.tsx'
import { EvidenceReview } from './evidence-review.tsx'
import { EvidenceTimeline } from './evidence-timeline.tsx'

/** One report with its evidence, and the button that closes it. */
export const ReportDetailPage = () => {
  const reportId = Number(useParams().reportId ?? '')
  const query = useOperatorQuery(operatorSafetyEndpoints.operatorReport, { reportId })
  return (
    <>
      <PageHead title="通報の内容" />
      <QueryStates query={query}>
        {({ report }) => <ReportView key={report.id} report={report} />}
      </QueryStates>
    </>
  )
}

const ReportView = ({ report }: { report: Report }) => (
  <>
    <Panel title={reasonText[report.reason]} className={styles.facts}>
      <FactList items={factsOf(report)} />
      {report.text ? <p className={styles.said}>{report.text}</p> : null}
    </Panel>
    {report.call ? (
      <section className={styles.section}>
        <Panel title="通話" className={styles.facts}>
          <FactList items={callFacts(report, report.call)} />
        </Panel>
      </section>
    ) : null}
    {report.review ? (
      <EvidenceReview review={report.review} />
    ) : report.timeline ? (
      <EvidenceTimeline reportId={report.id} timeline={report.timeline} />
    ) : report.market ? (
      <EvidenceMarket reportId={report.id} market={report.market} />
    ) : report.surface === 'live' ? (
      <section className={styles.section}>
        <Panel title="通報した時点までの配信のコメント">
          <EvidenceLive report={report} />
        </Panel>
      </section>
    ) : (
      <section className={styles.section}>
        <Panel title="通報した時点のトーク">
          <EvidenceMessages report={report} />
        </Panel>
      </section>
    )}
    {report.requests.length > 0 ? (
      <section className={styles.section}>
        <Panel title="写真のリクエスト">
          <EvidenceRequests report={report} />
        </Panel>
      </section>
    ) : null}
    {report.closed ? null : <CloseReport report={report} />}
  </>
)

const factsOf = (report: Report) => [
  {
    label: '通報された人',
    value: report.reported.name,
    note: `${report.reported.id}・通報 ${report.reports}件（未対応 ${report.openReports}件）`,
  },
  { label: '通報した人', value: report.reporter.name, note: report.reporter.id },
  { label: '場所', value: surfaceText[report.surface] },
  { label: '日時', value: <DateText at={report.reportedAt} /> },
  ...(report.closed
    ? [
        {
          label: '対応',
          value: valueName(report.closed.outcome),
          note: (
            <>
              <DateText at={report.closed.at} />・{report.closed.by}
            </>
          ),
        },
        ...(report.closed.note ? [{ label: 'メモ', value: report.closed.note }] : []),
      ]
    : []),
]

const nameIn = (report: Report, memberId: string): string =>
  (memberId === report.reported.id ? report.reported : report.reporter).name

const callFacts = (report: Report, call: NonNullable<Report['call']>) => [
  { label: '種類', value: callKindLongText[call.kind] },
  { label: '発信した人', value: nameIn(report, call.diallerId) },
  { label: '発信', value: <DateText at={call.requestedAt} /> },
  { label: '通話時間', value: call.connectedAt ? duration(call.connectedSec) : 'つながっていません' },
]

const CloseReport = ({ report }: { report: Report }) => {
  const close = useOperatorAction(operatorSafetyEndpoints.operatorCloseReport)
  const [note, setNote] = useState('')
  const reportId = report.id
  return (
    <ActionPanel
      title="対応する"
      about="警告すると、通報された人のお知らせに届きます。通報した人のことは伝わりません。対応はあとから変更できません。"
    >
      <Field label="メモ" note="任意" hint="運営だけが見られます">
        <Textarea
          rows={3}
          maxLength={reportNoteMax}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className={styles.choices}>
        <ConfirmButton
          action={close}
          input={{ reportId, outcome: 'warned', note }}
          label="警告する"
          title={`${report.reported.name}さんに警告しますか？`}
          variant="ink"
        >
          <p>「{reasonText[report.reason]}」についての警告が、お知らせに届きます。</p>
        </ConfirmButton>
        <ConfirmButton
          action={close}
          input={{ reportId, outcome: 'none', note }}
          label="対応なしで閉じる"
          title="対応なしで閉じますか？"
        >
          <p>通報された人には何も届きません。</p>
        </ConfirmButton>
      </div>
    </ActionPanel>
  )
}
