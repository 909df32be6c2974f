import { useState } from 'react'
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { readPhoneNumber } from '#domain/account/phone-number.ts'
import { Button } from '#web/ui/button.tsx'
import { stopEnterOfConversion } from '#web/ui/composition-enter.ts'
import { Field, Input } from '#web/ui/field.tsx'
import styles from './phone-panel.module.css'
import { useSendPhoneCode } from './phone-queries.ts'

/** Asks for the number that a code is texted to. */
export const PhoneNumberForm = ({
  initial,
  failure,
  onSend,
  onSent,
  onCancel,
}: {
  initial: string
  /** Why it is asked for again. */
  failure: string | undefined
  onSend: (number: string) => void
  onSent: () => void
  onCancel: (() => void) | undefined
}) => {
  const [number, setNumber] = useState(initial)
  const [error, setError] = useState(failure)
  const send = useSendPhoneCode()
  const submit = () => {
    if (send.isPending) return
    // Whoever mistyped it needn't show first that the account is his.
    const read = readPhoneNumber(number)
    if (isRefusal(read)) return setError(refusals[read.refused].message)
    onSend(number)
    send.mutate(number, { onSuccess: onSent, onError: ({ message }) => setError(message) })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="携帯電話番号" hint="ハイフンは、あってもなくてもかまいません。" error={error}>
        <Input
          type="tel"
          name="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="090-1234-5678"
          value={number}
          onKeyDown={stopEnterOfConversion}
          onChange={(event) => {
            setNumber(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" variant="tonal" block busy={send.isPending}>
        コードを送る
      </Button>
      {onCancel ? (
        <Button variant="text" block aria-disabled={send.isPending} onClick={onCancel}>
          やめる
        </Button>
      ) : null}
    </form>
  )
}
