import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { refreshMe } from '../parts/operator-queries.ts'
import styles from './sign-in.module.css'

/** The code and its button; `onPassed` receives the recovery codes of a new authenticator. */
export const CodeField = ({
  label,
  hint,
  button,
  isRecovery = false,
  onPassed,
  children,
}: {
  label: string
  hint?: string
  button: string
  /** A recovery code: letters and digits instead of six digits. */
  isRecovery?: boolean
  onPassed?: (recoveryCodes: readonly string[] | null) => void
  /** Below the button: another way. */
  children?: ReactNode
}) => {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const giveCode = useMutation({
    mutationFn: () => fetchEndpoint(operatorEndpoints.operatorGiveCode, { code }),
    onSuccess: ({ recoveryCodes }) => {
      onPassed?.(recoveryCodes)
      return refreshMe(client)
    },
    onError: () => setCode(''),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!giveCode.isPending) giveCode.mutate()
      }}
    >
      <Field label={label} hint={hint} error={code === '' ? giveCode.error?.message : null}>
        <Input
          name="code"
          required
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? 20 : 8}
          className={styles.code}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" block busy={giveCode.isPending}>
        {button}
      </Button>
      {children}
    </form>
  )
}
