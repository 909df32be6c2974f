import { useState } from 'react'
import { birthDateEndpoints } from '#contract/account/birth-date.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { refusals } from '#contract/refusals.ts'
import { isUnderAge } from '#domain/account/birth-date.ts'
import { Button } from '#web/ui/button.tsx'
import { type BirthDateParts, birthDateIn, birthDateText, noParts } from './birth-date.ts'
import { BirthDateFields } from './birth-date-fields.tsx'
import styles from './birth-date-form.module.css'

/** A mistake is put right by an operator alone, who sees a document. */
const correction =
  'まちがえて登録したときは、年齢のわかる書類を添えてお問い合わせください。運営が確認して訂正します。'

/** Asks for the birth date, repeats it in words, and stores it once that is confirmed (product.md 1.6). */
export const BirthDateForm = ({
  onStated,
  onBusy = () => undefined,
}: {
  onStated: (isUnderAge: boolean) => void
  onBusy?: (isBusy: boolean) => void
}) => {
  const [parts, setParts] = useState<BirthDateParts>(noParts)
  const [read, setRead] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const next = () => {
    const birthDate = birthDateIn(parts, Date.now())
    setRead(birthDate)
    setError(birthDate === null ? refusals.birthDateImpossible.message : null)
  }
  if (read !== null)
    return (
      <Echo
        birthDate={read}
        onBusy={onBusy}
        onStated={onStated}
        onBack={(failure) => {
          setRead(null)
          setError(failure)
        }}
      />
    )
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <p className={styles.text}>
        はじめてのご購入の前に、一度だけお聞きします。ほかの人には表示されません。18歳未満の方はご利用いただけません。
      </p>
      <BirthDateFields
        parts={parts}
        error={error}
        isFocusedFirst
        onWrite={(written) => {
          setParts(written)
          setError(null)
        }}
      />
      <Button type="submit" variant="primary" size="l" block>
        確認する
      </Button>
    </form>
  )
}

/** The date in words; nothing is stored, and no account closed, before it is confirmed here. */
const Echo = ({
  birthDate,
  onBack,
  onBusy,
  onStated,
}: {
  birthDate: string
  /** With the server's sentence when it was refused. */
  onBack: (failure: string | null) => void
  onBusy: (isBusy: boolean) => void
  onStated: (isUnderAge: boolean) => void
}) => {
  const [isSending, setIsSending] = useState(false)
  const isTooYoung = isUnderAge(birthDate, Date.now())
  const send = async () => {
    setIsSending(true)
    onBusy(true)
    const answer = await call(birthDateEndpoints.stateBirthDate, { birthDate })
    onBusy(false)
    if (isFailure(answer)) onBack(answer.message)
    else onStated(answer.isUnderAge)
  }
  const store = (
    <Button
      variant={isTooYoung ? 'quiet' : 'primary'}
      size="l"
      block
      busy={isSending}
      onClick={() => void send()}
    >
      この生年月日で登録する
    </Button>
  )
  const correct = (
    <Button
      variant={isTooYoung ? 'primary' : 'quiet'}
      size="l"
      block
      aria-disabled={isSending}
      onClick={() => onBack(null)}
    >
      直す
    </Button>
  )
  return (
    <div className={styles.form}>
      <p className={styles.echo} role="status">
        {birthDateText(birthDate, Date.now())}
      </p>
      {isTooYoung ? (
        <p className={styles.warning} role="alert">
          18歳未満の生年月日です。登録すると、通話・トーク・ポイントの購入をご利用いただけなくなります。
        </p>
      ) : null}
      <p className={styles.text}>登録したあとは、ご自分では変更できません。{correction}</p>
      {isTooYoung ? correct : store}
      {isTooYoung ? store : correct}
    </div>
  )
}
