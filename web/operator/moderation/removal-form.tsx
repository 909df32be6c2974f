import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { removalReasonMax } from '#contract/moderation/moderation.ts'
import type { ButtonVariant } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'

/** Takes something of a member off the pages, or puts it back, for a reason. */
export const RemovalForm = <Sent, Output>({
  action,
  input,
  title,
  question,
  about,
  hint = '運営だけが見られます',
  variant = 'ink',
  children,
}: {
  /** From `useOperatorAction`. */
  action: UseMutationResult<Output, Error, Sent>
  input: (reason: string) => Sent
  /** Of the panel, and on the button. */
  title: string
  /** Asked before it is done. */
  question: string
  about: string
  /** Who reads the reason. */
  hint?: string
  variant?: ButtonVariant
  /** What will happen, and who is told. */
  children: ReactNode
}) => {
  const [written, setWritten] = useState('')
  const reason = written.trim()
  return (
    <ActionPanel title={title} about={about}>
      <Field label="理由" hint={hint}>
        <Input
          value={written}
          maxLength={removalReasonMax}
          onChange={(event) => setWritten(event.target.value)}
        />
      </Field>
      <ConfirmButton
        action={action}
        input={input(reason)}
        label={title}
        title={question}
        variant={variant}
        disabled={reason === ''}
      >
        {children}
      </ConfirmButton>
    </ActionPanel>
  )
}
