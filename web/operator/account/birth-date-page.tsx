import { useState } from 'react'
import { correctionReasonMax, operatorBirthDateEndpoints } from '#contract/account/birth-date.ts'
import { memberIdShape } from '#contract/core/member-id.ts'
import { birthDateIn, birthDateText, noParts } from '#web/points/birth-date.ts'
import { BirthDateFields } from '#web/points/birth-date-fields.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input, Textarea } from '#web/ui/form/field.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { ActionPanel } from './action-panel.tsx'

/** Corrects a birth date that a member stated by mistake. */
export const BirthDatePage = () => {
  const correct = useOperatorAction(operatorBirthDateEndpoints.operatorCorrectBirthDate)
  const [member, setMember] = useState('')
  const [parts, setParts] = useState(noParts)
  const [reason, setReason] = useState('')
  const id = member.normalize('NFKC').trim()
  const birthDate = birthDateIn(parts, Date.now())
  const isReady = memberIdShape.test(id) && birthDate !== null && reason.trim() !== ''
  return (
    <>
      <PageHead
        title="生年月日の訂正"
        about="会員がまちがえて登録した生年月日を、年齢のわかる書類を確認したうえで訂正します。会員は自分で変更できません。"
      />
      <ActionPanel
        title="訂正する内容"
        about="会員IDは、問い合わせのメールに記入されています。操作の記録には、訂正の前と後の年齢と理由が残ります。"
      >
        <Field label="会員ID">
          <Input inputMode="numeric" value={member} onChange={(event) => setMember(event.target.value)} />
        </Field>
        <BirthDateFields parts={parts} error={null} onWrite={setParts} />
        <Field label="理由" hint="確認した書類と、まちがいの内容">
          <Textarea
            value={reason}
            maxLength={correctionReasonMax}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {isReady ? (
          <ConfirmButton
            action={correct}
            input={{ memberId: id, birthDate, reason }}
            label="訂正する"
            title="生年月日を訂正しますか？"
            variant="ink"
            onDone={({ name, isUnderAge }) => {
              setMember('')
              setParts(noParts)
              setReason('')
              void showToast({
                tone: 'ok',
                title: '訂正しました',
                text: `${name}さん${isUnderAge ? '・18歳未満のため、利用を停止しました' : ''}`,
              })
            }}
          >
            <p>
              会員{id}の生年月日を、{birthDateText(birthDate, Date.now())}にします。
            </p>
          </ConfirmButton>
        ) : null}
      </ActionPanel>
    </>
  )
}
