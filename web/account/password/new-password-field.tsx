import { useState } from 'react'
import { passwordGraphemesMin } from '#contract/account/password-reset.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ShowButton } from './show-button.tsx'

/** A new password: typed once, with a switch that shows the typed text. */
export const NewPasswordField = ({
  label = 'パスワード',
  value,
  error,
  isFocusedFirst = false,
  onWrite,
}: {
  label?: string
  value: string
  error?: string | undefined
  /** Of the fields of a modal. */
  isFocusedFirst?: boolean
  onWrite: (password: string) => void
}) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label={label}
      hint={`${passwordGraphemesMin}文字以上`}
      error={error}
      trailing={<ShowButton isShown={isShown} onToggle={() => setIsShown(!isShown)} />}
    >
      <Input
        type={isShown ? 'text' : 'password'}
        name="new-password"
        required
        value={value}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={isFocusedFirst || undefined}
        onChange={(event) => onWrite(event.target.value)}
      />
    </Field>
  )
}
