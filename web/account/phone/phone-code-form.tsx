import { MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type PhoneStatus, phoneCodeDigits } from '#contract/account/phone.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { readPhoneCode } from '#domain/account/phone-code.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useNow } from '#web/shell/use-store.ts'
import { duration } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './phone-panel.module.css'
import { useSendPhoneCode, useVerifyPhoneCode } from './phone-queries.ts'

/** A longer wait is written in words, without a countdown. */
const countedDownSec = 10 * 60

/** The field for the texted code; it submits by itself as soon as all six digits are typed. */
export const PhoneCodeForm = ({
  pending,
  receivedAtMs,
  typedNumber,
  takesFocus,
  onRequestNumber,
  onPutOff,
}: {
  pending: NonNullable<PhoneStatus['pending']>
  /** When the server answered with its seconds, on the page's clock. */
  receivedAtMs: number
  /** Empty on a page that was opened since. */
  typedNumber: string
  takesFocus: boolean
  /** Shows the number form again, with the reason. */
  onRequestNumber: (failure?: string) => void
  onPutOff: (() => void) | undefined
}) => {
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const verify = useVerifyPhoneCode()
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  const submit = (typed: string) => {
    if (verify.isPending) return
    verify.mutate(typed, {
      onError: (error) => {
        const isOver = error instanceof AnswerError && isOverWith.has(error.code)
        if (isOver) onRequestNumber(error.message)
        else field.current?.select()
      },
    })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(code)
      }}
    >
      <p className={styles.sent} role="status">
        <Icon of={MessageSquareText} size="s" />
        <span>
          <b>{pending.maskedNumber}</b>
          SMSで{phoneCodeDigits}桁のコードを送りました。届くまで、少しかかることがあります。
        </span>
      </p>
      <Field label="確認コード" hint="コードは10分間使えます。" error={verify.error?.message}>
        <Input
          ref={field}
          name="one-time-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="done"
          className={styles.code}
          value={code}
          onKeyDown={stopEnterOfConversion}
          onChange={(event) => {
            const typed = event.target.value
            setCode(typed)
            if (verify.isError) verify.reset()
            // The input method hasn't finished this text yet.
            const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
            if (!isComposing && !isRefusal(readPhoneCode(typed))) submit(typed)
          }}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={verify.isPending}>
        確認する
      </Button>
      <Resend
        pending={pending}
        receivedAtMs={receivedAtMs}
        typedNumber={typedNumber}
        onRequestNumber={onRequestNumber}
        onSent={() => field.current?.focus()}
      />
      {onPutOff ? (
        <Button variant="text" block onClick={onPutOff}>
          変更をやめる
        </Button>
      ) : null}
    </form>
  )
}

/** With these no code is left to type in. */
const isOverWith: ReadonlySet<string> = new Set(['phoneCodeGone', 'phoneTaken'])

const Resend = ({
  pending,
  receivedAtMs,
  typedNumber,
  onRequestNumber,
  onSent,
}: {
  pending: NonNullable<PhoneStatus['pending']>
  receivedAtMs: number
  typedNumber: string
  onRequestNumber: (failure?: string) => void
  onSent: () => void
}) => {
  const send = useSendPhoneCode()
  const waitSec = Math.max(0, pending.resendInSec - Math.floor((useNow(1_000) - receivedAtMs) / 1_000))
  const press = () =>
    typedNumber === '' ? onRequestNumber() : send.mutate(typedNumber, { onSuccess: onSent })
  return (
    <>
      <div className={styles.two}>
        <Button block busy={send.isPending} disabled={waitSec > 0} onClick={press}>
          {resendText(waitSec)}
        </Button>
        <Button block onClick={() => onRequestNumber()}>
          番号を直す
        </Button>
      </div>
      <p className={styles.failure} role="alert">
        {send.error?.message}
      </p>
    </>
  )
}

const resendText = (waitSec: number): string => {
  if (waitSec === 0) return 'もう一度送る'
  if (waitSec <= 60) return `再送まで ${waitSec}秒`
  return waitSec <= countedDownSec ? `再送まで ${duration(waitSec)}` : 'いまは再送できません'
}
