import { useState } from 'react'
import styles from '#web/account/sign-in/registration-form.module.css'
import { FormPage } from '#web/layout/form-page.tsx'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { passAgeGate } from './age-gate.ts'

/** Before anything else, where the operator wants it so (product.md 1.5). */
export const AgeGateScreen = () => {
  const [isTooYoung, setIsTooYoung] = useState(false)
  usePageTitle('年齢の確認')
  return (
    <FormPage title={isTooYoung ? 'ご利用いただけません' : '年齢の確認'}>
      {isTooYoung ? (
        <>
          <p className={styles.lead}>
            今宵は18歳以上の方のためのサービスです。18歳になってから、またお越しください。
          </p>
          <Button variant="quiet" block onClick={() => setIsTooYoung(false)}>
            戻る
          </Button>
        </>
      ) : (
        <>
          <p className={styles.lead}>今宵は18歳以上の方のためのサービスです。あなたは18歳以上ですか？</p>
          <Button variant="primary" size="l" block onClick={passAgeGate}>
            はい、18歳以上です
          </Button>
          <Button variant="quiet" size="l" block onClick={() => setIsTooYoung(true)}>
            いいえ
          </Button>
        </>
      )}
    </FormPage>
  )
}
