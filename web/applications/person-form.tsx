import { type FormEvent, useRef, useState } from 'react'
import {
  broadcasterTermsVersion,
  type DocumentKind,
  documentKinds,
} from '#contract/applications/applications.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { readLegalPerson } from '#domain/applications/legal-person.ts'
import { type BirthDateParts, birthDateIn, birthDateText, noParts } from '#web/points/birth-date.ts'
import { BirthDateFields } from '#web/points/birth-date-fields.tsx'
import { AnswerError } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './application-page.module.css'
import { broadcasterTerms } from './document-texts.ts'
import { useSubmitApplication } from './queries.ts'

const names = ['legalName', 'legalKana'] as const
type NameField = (typeof names)[number]

/** The field under which a refusal is shown; refusals that aren't listed are shown above the button. */
const fieldOf: Partial<Record<RefusalCode, NameField | 'birthDate'>> = {
  legalNameWrong: 'legalName',
  legalKanaWrong: 'legalKana',
  birthDateImpossible: 'birthDate',
  birthDateDiffers: 'birthDate',
  underAge: 'birthDate',
}

const labels: Record<NameField, { label: string; hint: string; autoComplete: string }> = {
  legalName: { label: 'お名前（本名）', hint: '書類のとおりに。例: 山田 花子', autoComplete: 'name' },
  legalKana: { label: 'フリガナ', hint: '例: ヤマダ ハナコ', autoComplete: 'off' },
}

/** Name and birth date of the applicant, the rules, and the submit button. Typed text stays in the page until then. */
export const PersonForm = ({ kind, isComplete }: { kind: DocumentKind; isComplete: boolean }) => {
  const [written, setWritten] = useState<Record<NameField, string>>({ legalName: '', legalKana: '' })
  const [parts, setParts] = useState<BirthDateParts>(noParts)
  const [isAgreed, setIsAgreed] = useState(false)
  const [wrong, setWrong] = useState<RefusalCode | null>(null)
  const submit = useSubmitApplication()
  const form = useRef<HTMLFormElement>(null)
  const refusal = wrong ?? (submit.error instanceof AnswerError ? submit.error.code : null)
  const field = refusal === null ? undefined : fieldOf[refusal as RefusalCode]
  const sentence = wrong ? refusals[wrong].message : submit.error?.message
  const birthDate = birthDateIn(parts, Date.now())
  const clearRefusal = () => {
    setWrong(null)
    if (submit.isError) submit.reset()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (submit.isPending || !isAgreed || !isComplete) return
    const person = { ...written, birthDate: birthDate ?? '' }
    const read = readLegalPerson(person, null, Date.now())
    setWrong(isRefusal(read) && read.refused !== 'underAge' ? read.refused : null)
    if (isRefusal(read) && read.refused !== 'underAge') {
      const first =
        fieldOf[read.refused] === 'birthDate' ? 'fieldset input' : `[name="${fieldOf[read.refused]}"]`
      form.current?.querySelector<HTMLElement>(first)?.focus()
      return
    }
    submit.mutate({ ...person, documentKind: kind, termsVersion: broadcasterTermsVersion })
  }
  return (
    <Panel title="3. お名前と生年月日">
      <form ref={form} className={styles.form} noValidate onSubmit={send}>
        <p className={styles.note}>
          {documentKinds[kind]}
          に書かれているとおりに入力してください。アプリでは、これまでどおりニックネームだけが表示されます。
        </p>
        {names.map((name) => (
          <Field
            key={name}
            label={labels[name].label}
            hint={labels[name].hint}
            error={field === name ? sentence : null}
            takesFocus={wrong !== null}
          >
            <Input
              name={name}
              value={written[name]}
              autoComplete={labels[name].autoComplete}
              maxLength={100}
              onChange={({ target }) => {
                setWritten({ ...written, [name]: target.value })
                clearRefusal()
              }}
            />
          </Field>
        ))}
        <BirthDateFields
          parts={parts}
          error={field === 'birthDate' ? (sentence ?? null) : null}
          onWrite={(typed) => {
            setParts(typed)
            clearRefusal()
          }}
        />
        {birthDate === null ? null : (
          <p className={styles.note} role="status">
            {birthDateText(birthDate, Date.now())}
          </p>
        )}
        <TermsConsent isAgreed={isAgreed} onAgree={setIsAgreed} />
        {sentence && field === undefined ? (
          <p className={styles.failure} role="alert">
            {sentence}
          </p>
        ) : null}
        {isComplete ? null : <p className={styles.note}>画像がすべて届くと、申し込めるようになります。</p>}
        <Button
          type="submit"
          variant="primary"
          size="l"
          block
          busy={submit.isPending}
          aria-disabled={!isAgreed || !isComplete}
        >
          この内容で申し込む
        </Button>
      </form>
    </Panel>
  )
}

const TermsConsent = ({ isAgreed, onAgree }: { isAgreed: boolean; onAgree: (isAgreed: boolean) => void }) => (
  <div className={styles.terms}>
    <h3>配信者規約（{broadcasterTermsVersion}版）</h3>
    <ol>
      {broadcasterTerms.map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ol>
    <label className={styles.check}>
      <input type="checkbox" checked={isAgreed} onChange={({ target }) => onAgree(target.checked)} />
      配信者規約に同意します
    </label>
  </div>
)
