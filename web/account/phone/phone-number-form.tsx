import { useState } from 'react'
import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { readPhoneNumber } from '#domain/account/phone-number.ts'
import { Button } from '#web/ui/button.tsx'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import styles from './phone-panel.module.css'
import { useSendPhoneCode } from './phone-queries.ts'

/** A form for the phone number that gets the code. */
export const PhoneNumberForm = ({
  initial,
  failure,
  onSend,
  onSent,
  onCancel,
}: {
  initial: string
  /** Why the number is needed again. */
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
    // A mistyped number is corrected before the identity proof is asked for.
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
