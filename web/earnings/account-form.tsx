import { useRef, useState } from 'react'
import {
  type BankAccount,
  type BankAccountField,
  type BankAccountKind,
  bankAccountKinds,
} from '#contract/points/payouts.ts'
import { readBankAccount } from '#domain/points/bank-account.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { bankAccountFault, bankAccountKindText } from './earning-text.ts'
import styles from './earnings.module.css'
import { useSaveAccount } from './queries.ts'

const empty: BankAccount = {
  bankCode: '',
  bankName: '',
  branchCode: '',
  branchName: '',
  kind: 'ordinary',
  number: '',
  holder: '',
}

/** The bank account for payouts. Errors are shown at their fields; typed text stays. */
export const AccountForm = ({
  onSaved,
  onCancel,
}: {
  onSaved: () => void
  /** Undefined: there is no account to go back to. */
  onCancel: (() => void) | undefined
}) => {
  const [written, setWritten] = useState(empty)
  const [wrong, setWrong] = useState<readonly BankAccountField[]>([])
  const save = useSaveAccount()
  const form = useRef<HTMLFormElement>(null)
  const submit = () => {
    const reading = readBankAccount(written)
    const faults = 'wrong' in reading ? reading.wrong : []
    setWrong(faults)
    if (faults[0]) form.current?.querySelector<HTMLElement>(`[name=${faults[0]}]`)?.focus()
    else save.mutate(written, { onSuccess: onSaved })
  }
  const field = (name: BankAccountField) => ({
    name,
    value: written[name],
    autoComplete: 'off',
    maxLength: 60,
    onChange: ({ target }: { target: { value: string } }) => {
      setWritten({ ...written, [name]: target.value })
      setWrong(wrong.filter((one) => one !== name))
    },
  })
  const fault = (name: BankAccountField) => (wrong.includes(name) ? bankAccountFault[name] : null)
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.pair}>
        <Field label="銀行コード" takesFocus error={fault('bankCode')}>
          <Input inputMode="numeric" placeholder="0001" {...field('bankCode')} />
        </Field>
        <Field label="銀行名" takesFocus error={fault('bankName')}>
          <Input placeholder="みずほ銀行" {...field('bankName')} />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="支店コード" takesFocus error={fault('branchCode')}>
          <Input inputMode="numeric" placeholder="001" {...field('branchCode')} />
        </Field>
        <Field label="支店名" takesFocus error={fault('branchName')}>
          <Input placeholder="東京営業部" {...field('branchName')} />
        </Field>
      </div>
      <Kinds kind={written.kind} onChoose={(kind) => setWritten({ ...written, kind })} />
      <Field label="口座番号" takesFocus error={fault('number')}>
        <Input inputMode="numeric" placeholder="1234567" {...field('number')} />
      </Field>
      <Field
        label="口座名義（カタカナ）"
        hint="通帳の名義と同じ表記にしてください。"
        takesFocus
        error={fault('holder')}
      >
        <Input placeholder="サトウ ミオ" {...field('holder')} />
      </Field>
      {onCancel ? (
        <p className={styles.note}>別の口座に変更すると、24時間は支払いを申請できません。</p>
      ) : null}
      {save.error ? (
        <p className={styles.fault} role="alert">
          {save.error.message}
        </p>
      ) : null}
      <Button type="submit" variant="primary" block busy={save.isPending}>
        この口座を登録する
      </Button>
      {onCancel ? (
        <Button variant="text" block onClick={onCancel}>
          変更をやめる
        </Button>
      ) : null}
    </form>
  )
}

const Kinds = ({ kind, onChoose }: { kind: BankAccountKind; onChoose: (kind: BankAccountKind) => void }) => (
  <fieldset className={styles.choice}>
    <legend className={styles.legend}>預金種目</legend>
    <div className={styles.kinds}>
      {bankAccountKinds.map((one) => (
        <Chip key={one} pressed={one === kind} onPress={() => onChoose(one)}>
          {bankAccountKindText[one]}
        </Chip>
      ))}
    </div>
  </fieldset>
)
