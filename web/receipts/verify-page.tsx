import { BadgeCheck, CircleAlert, CircleCheck, CircleMinus, ShieldX } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { failureMessage, isFailure } from '#contract/core/client.ts'
import { receiptTextMax } from '#contract/receipts/receipts.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useLocation } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { browserVerification } from './browser-verification.ts'
import { type Check, checksOf } from './checks.ts'
import { fieldLabel, fieldRows, fieldValueText, fullTime, verdictText } from './field-text.ts'
import { type Verification, verifyText } from './verification.ts'
import styles from './verify-page.module.css'

type Outcome = Verification | 'failed'

/** A public page: is this receipt ours, and unchanged? A link to it carries the receipt behind its #. */
export const VerifyPage = () => {
  const { hash } = useLocation()
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const verify = async (pasted: string) => {
    setIsBusy(true)
    setOutcome(null)
    const result = await verifyText(pasted, browserVerification)
    setOutcome(isFailure(result) ? 'failed' : result)
    setIsBusy(false)
  }
  const verifyLinked = useEffectEvent((linked: string) => {
    setText(linked)
    void verify(linked)
  })
  useEffect(() => {
    if (hash.length > 1) verifyLinked(hash.slice(1))
  }, [hash])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '' && !isBusy) void verify(text)
  }
  return (
    <SubPage title="明細の検証" back={paths.home()}>
      <Panel>
        <form className={styles.form} onSubmit={submit}>
          <Field
            label="明細のテキスト、またはリンク"
            hint="ログインしなくても、本物かどうかを確かめられます。"
          >
            <Textarea
              rows={4}
              maxLength={receiptTextMax}
              value={text}
              spellCheck={false}
              autoCapitalize="off"
              className={styles.text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          <Button variant="primary" type="submit" block busy={isBusy} aria-disabled={text.trim() === ''}>
            {isBusy ? '確かめています' : '検証する'}
          </Button>
        </form>
      </Panel>
      <div role="status" className={styles.outcome}>
        {outcome === 'failed' ? <Failed /> : outcome ? <Result of={outcome} /> : null}
      </div>
    </SubPage>
  )
}

const Failed = () => (
  <Panel>
    <Verdict
      tone="bad"
      title="確かめられませんでした"
      text={`${failureMessage}。時間をおいてお試しください。`}
    />
  </Panel>
)

const Result = ({ of: verification }: { of: Verification }) => {
  const { receipt, verdict, comparison } = verification
  const isOurs = verdict === 'genuine' || verdict === 'distrustedKey'
  const checks = checksOf(verification)
  const differences = receipt && comparison && comparison !== 'unreachable' ? comparison.differences : []
  return (
    <>
      <Panel>
        <Verdict tone={verdict === 'genuine' ? 'ok' : 'bad'} {...verdictText[verdict]} />
        {checks.length > 0 ? <Checks of={checks} /> : null}
      </Panel>
      {receipt && differences.length > 0 ? (
        <Panel title="記録との違い" note="明細 → 現在の記録">
          <FactList
            items={differences.map(({ field, receipt: issued, record }) => ({
              label: fieldLabel(field),
              value: `${fieldValueText(field, issued)} → ${fieldValueText(field, record)}`,
            }))}
          />
        </Panel>
      ) : null}
      {receipt && isOurs ? (
        <Panel title="明細の内容">
          <FactList
            items={[
              ...fieldRows(receipt.fields),
              { label: '発行', value: fullTime(receipt.issuedAt) },
              { label: '明細番号', value: <span className={styles.id}>{receipt.id}</span> },
            ]}
          />
        </Panel>
      ) : null}
    </>
  )
}

const Verdict = ({ tone, title, text }: { tone: 'ok' | 'bad'; title: string; text: string }) => (
  <div className={classes(styles.verdict, tone === 'ok' ? styles.ok : styles.bad)}>
    <Icon of={tone === 'ok' ? BadgeCheck : ShieldX} size="l" />
    <div>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  </div>
)

const checkIcon = { ok: CircleCheck, bad: CircleAlert, open: CircleMinus } as const

const Checks = ({ of: checks }: { of: Check[] }) => (
  <ul className={styles.checks} aria-label="確かめたこと">
    {checks.map(({ label, text, state }) => (
      <li key={label} className={styles[state]}>
        <Icon of={checkIcon[state]} size="s" />
        <span>
          <b>{label}</b>
          {text}
        </span>
      </li>
    ))}
  </ul>
)
