import { useState } from 'react'
import {
  type DecisionReason,
  type DocumentSide,
  decisionMessageMax,
  decisionReasons,
} from '#contract/applications/applications.ts'
import { type ApplicationDetail, operatorApplicationsEndpoints } from '#contract/applications/operator.ts'
import { sidesOf } from '#domain/applications/documents.ts'
import { sideName } from '#web/applications/document-texts.ts'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'

/** The decisions that an operator may make about a waiting application. */
export const ApplicationDecisions = ({ application }: { application: ApplicationDetail }) => (
  <>
    {application.person ? <Approve application={application} /> : null}
    <SendBack application={application} />
  </>
)

const Approve = ({ application }: { application: ApplicationDetail }) => {
  const approve = useOperatorAction(operatorApplicationsEndpoints.operatorApproveApplication)
  return (
    <ActionPanel
      title="承認する"
      about="お顔と書類、お名前、生年月日、有効期限を確かめてから承認してください。すぐに配信者になり、年齢は書類の生年月日から表示されます。"
    >
      <ConfirmButton
        action={approve}
        input={{ applicationId: application.id, submission: application.submissions }}
        label="承認する"
        title={`${application.memberName}さんを配信者として承認しますか？`}
        variant="ink"
      >
        <p>結果がお知らせとメールで届きます。承認はあとから取り消せません。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}

/** Days until the member may apply again, as an operator chooses them. */
const reapplyChoices: { label: string; days: number | null }[] = [
  { label: 'すぐに', days: 0 },
  { label: '7日後', days: 7 },
  { label: '30日後', days: 30 },
  { label: '180日後', days: 180 },
  { label: '受け付けない', days: null },
]

const SendBack = ({ application }: { application: ApplicationDetail }) => {
  const requestMore = useOperatorAction(operatorApplicationsEndpoints.operatorAskMoreOfApplication)
  const refuse = useOperatorAction(operatorApplicationsEndpoints.operatorRefuseApplication)
  const [reason, setReason] = useState<DecisionReason>('unreadable')
  const [message, setMessage] = useState('')
  const [sides, setSides] = useState<readonly DocumentSide[]>([])
  const [again, setAgain] = useState(1)
  const { id: applicationId, submissions: submission, documentKind: kind } = application
  const words = { applicationId, submission, reason, message }
  const { days = null } = reapplyChoices[again] ?? {}
  return (
    <ActionPanel
      title="再提出をお願いする・お断りする"
      about="理由とひとことは、申込者の画面に表示されます。"
    >
      <ReasonChoice reason={reason} onReason={setReason} />
      <Field label="ひとこと" note="任意" hint={`申込者が読みます。${decisionMessageMax}文字まで`}>
        <Textarea
          rows={3}
          maxLength={decisionMessageMax}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
      <fieldset className={styles.radios}>
        <legend>撮り直していただく画像</legend>
        {sidesOf(kind).map((side) => (
          <label key={side}>
            <input
              type="checkbox"
              checked={sides.includes(side)}
              onChange={({ target }) =>
                setSides(target.checked ? [...sides, side] : sides.filter((each) => each !== side))
              }
            />
            {sideName(kind, side)}
          </label>
        ))}
      </fieldset>
      <ConfirmButton
        action={requestMore}
        input={{ ...words, sides: [...sides] }}
        label="再提出をお願いする"
        title={`${application.memberName}さんに再提出をお願いしますか？`}
      >
        <p>{decisionReasons[reason]}</p>
        <p>
          {sides.length > 0
            ? `${sides.map((side) => sideName(kind, side)).join('、')}の画像は、すぐに消去されます。`
            : '画像はそのままで、お名前などの入力だけをお願いします。'}
        </p>
      </ConfirmButton>
      <fieldset className={styles.radios}>
        <legend>お断りするとき、次の申し込みは</legend>
        {reapplyChoices.map(({ label }, index) => (
          <label key={label}>
            <input type="radio" name="again" checked={again === index} onChange={() => setAgain(index)} />
            {label}
          </label>
        ))}
      </fieldset>
      <ConfirmButton
        action={refuse}
        input={{ ...words, reapplyAfterDays: days }}
        label="お断りする"
        title={`${application.memberName}さんの申し込みをお断りしますか？`}
      >
        <p>{decisionReasons[reason]}</p>
        <p>次の申し込みは「{reapplyChoices[again]?.label}」です。お断りはあとから取り消せません。</p>
      </ConfirmButton>
    </ActionPanel>
  )
}

const ReasonChoice = ({
  reason,
  onReason,
}: {
  reason: DecisionReason
  onReason: (reason: DecisionReason) => void
}) => (
  <fieldset className={styles.radios}>
    <legend>理由</legend>
    {(Object.keys(decisionReasons) as DecisionReason[]).map((each) => (
      <label key={each}>
        <input type="radio" name="reason" checked={reason === each} onChange={() => onReason(each)} />
        {decisionReasons[each]}
      </label>
    ))}
  </fieldset>
)
