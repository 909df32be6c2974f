import { useState } from 'react'
import { type ContactGuard, contactGuards, operatorSafetyEndpoints } from '#contract/moderation/moderation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'

const guardText = {
  off: { name: '何もしない', about: 'そのまま送信できます。' },
  warn: { name: '警告する', about: '送信の前に警告します。確認したうえで送信できます。' },
  refuse: { name: '送信を断る', about: '送信できません。' },
} as const satisfies Record<ContactGuard, { name: string; about: string }>

/** Settings for the safety of the whole platform. */
export const SafetyPage = () => {
  const query = useOperatorQuery(operatorSafetyEndpoints.operatorSafetySetting, {})
  return (
    <>
      <PageHead title="安全設定" about="変更は次のメッセージから有効になり、操作の記録に残ります。" />
      <QueryStates query={query}>
        {({ contactGuard }) => <GuardChoice key={contactGuard} current={contactGuard} />}
      </QueryStates>
    </>
  )
}

const GuardChoice = ({ current }: { current: ContactGuard }) => {
  const set = useOperatorAction(operatorSafetyEndpoints.operatorSetContactGuard)
  const [chosen, setChosen] = useState(current)
  return (
    <Panel title="連絡先の交換への対応">
      <div className={styles.action}>
        <p className={styles.aside}>
          電話番号・メールアドレス・URL・LINEやSNSのIDなどが、トークのメッセージに含まれるときの動作です。
        </p>
        <fieldset className={styles.radios}>
          <legend className="vh">連絡先の交換への対応</legend>
          {contactGuards.map((guard) => (
            <label key={guard}>
              <input type="radio" name="guard" checked={chosen === guard} onChange={() => setChosen(guard)} />
              <span>
                {guardText[guard].name}
                {guard === current ? '（現在）' : ''}
                <small className={styles.aside}>{guardText[guard].about}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {chosen === current ? null : (
          <ConfirmButton
            action={set}
            input={{ contactGuard: chosen }}
            label="変更する"
            title={`「${guardText[chosen].name}」に変更しますか？`}
            variant="ink"
          >
            <p>{guardText[chosen].about}すべての会員に、次のメッセージから適用されます。</p>
          </ConfirmButton>
        )}
      </div>
    </Panel>
  )
}
