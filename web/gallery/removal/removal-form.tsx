import { type ReactNode, useState } from 'react'
import { type RemovalReason, removalReasons, removalTextMax } from '#contract/gallery/removal.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import styles from './removal-form.module.css'

const reasonTexts = {
  consent: '写っている本人だが、公開に同意していない・同意を取り消す',
  age: '18歳未満の人が写っている',
  rights: '著作権や商標などの権利を侵害している',
  other: 'その他',
} as const satisfies Record<RemovalReason, string>

/** The reasons that the law names, and a text. */
export const RemovalForm = ({
  isSending,
  error,
  children,
  onSend,
}: {
  isSending: boolean
  error: Error | null
  /** Further fields above the text. */
  children?: ReactNode
  onSend: (claim: { reason: RemovalReason; text: string }) => void
}) => {
  const [reason, setReason] = useState<RemovalReason | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(reason === null)
        if (reason) onSend({ reason, text })
      }}
    >
      <fieldset className={styles.reasons}>
        <legend>理由</legend>
        {isMissing ? <p role="alert">理由を選んでください。</p> : null}
        {removalReasons.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="removal-reason"
              checked={reason === each}
              onChange={() => {
                setReason(each)
                setIsMissing(false)
              }}
            />
            {reasonTexts[each]}
          </label>
        ))}
      </fieldset>
      {children}
      <Field label="くわしい内容" note="任意">
        <Textarea
          rows={4}
          maxLength={removalTextMax}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      {error ? <p role="alert">{error.message}</p> : null}
      <Button block variant="primary" type="submit" busy={isSending}>
        運営に送る
      </Button>
    </form>
  )
}
