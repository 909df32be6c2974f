import { useState } from 'react'
import { birthDateEndpoints } from '#contract/account/birth-date.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { readBirthDate } from '#domain/account/birth-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import styles from './purchase/purchase.module.css'

/** Full-width digits count as digits. */
const digits = (text: string): string => text.normalize('NFKC').replace(/\D/g, '')

/** 19900501, 1990/05/01 or 1990年5月1日 as YYYY-MM-DD; null for anything else. */
export const birthDateIn = (text: string): string | null => {
  const parts = text.normalize('NFKC').match(/\d+/g) ?? []
  const joined = parts.length === 3 ? parts.map((part) => part.padStart(2, '0')).join('') : digits(text)
  return /^\d{8}$/.test(joined) ? `${joined.slice(0, 4)}-${joined.slice(4, 6)}-${joined.slice(6)}` : null
}

/** Shown once, before the first purchase (product.md 1). */
export const BirthDateModal = ({
  onClose,
  onStated,
}: {
  onClose: () => void
  onStated: (isUnderAge: boolean) => void
}) => {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    const birthDate = birthDateIn(text)
    if (birthDate === null || isRefusal(readBirthDate(birthDate, Date.now()))) {
      setError(refusals.birthDateImpossible.message)
      return
    }
    setIsSending(true)
    const answer = await call(birthDateEndpoints.stateBirthDate, { birthDate })
    setIsSending(false)
    if (isFailure(answer)) setError(answer.message)
    else onStated(answer.isUnderAge)
  }
  return (
    <Modal open title="生年月日の登録" onClose={onClose} dismissible={!isSending}>
      <p className={styles.modalText}>
        はじめてのご購入の前に、生年月日をお聞きしています。18歳未満の方はご利用いただけません。登録したあとは変更できません。
      </p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) void send()
        }}
      >
        <Field label="生年月日" hint="例: 19900501" error={error}>
          <Input
            name="bday"
            inputMode="numeric"
            autoComplete="bday"
            maxLength={12}
            value={text}
            data-autofocus
            onChange={(event) => {
              setText(event.target.value)
              setError(null)
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="l" block busy={isSending}>
          登録してすすむ
        </Button>
      </form>
    </Modal>
  )
}
