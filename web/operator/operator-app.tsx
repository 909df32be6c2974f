import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LoadingPage } from '#web/layout/status-pages.tsx'
import { AnswerError } from '#web/shell/query.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { OperatorLayout } from './operator-layout.tsx'
import { clearOperatorSession, useOperatorMe } from './parts/operator-queries.ts'
import { CodeForm } from './sign-in/code-form.tsx'
import { Enrolment } from './sign-in/enrolment.tsx'
import { PasswordForm } from './sign-in/password-form.tsx'
import { RecoveryCodes } from './sign-in/recovery-codes.tsx'
import { SignInFrame } from './sign-in/sign-in-frame.tsx'

/** The operators' console: the steps of the sign-in, and behind them the pages. */
export const OperatorApp = () => {
  const me = useOperatorMe()
  const client = useQueryClient()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [wasThrough, setWasThrough] = useState(false)
  const isSignedOut = me.error instanceof AnswerError && me.error.code === 'notLoggedIn'
  const step = isSignedOut ? 'password' : me.data?.step

  useEffect(() => {
    if (step === 'through') setWasThrough(true)
    if (step === 'password') clearOperatorSession(client)
  }, [step, client])

  if (step === undefined) {
    return me.isError ? (
      <SignInFrame title="運営コンソール">
        <QueryError query={me} />
      </SignInFrame>
    ) : (
      <LoadingPage />
    )
  }
  if (step === 'password') return <PasswordForm hasEnded={wasThrough} />
  if (step === 'enrol') return <Enrolment onEnrolled={setRecoveryCodes} />
  if (step === 'code') return <CodeForm />
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={() => setRecoveryCodes(null)} />
  return (
    <OperatorLayout
      mail={me.data?.mail ?? ''}
      openNotices={me.data?.openNotices ?? 0}
      onSignedOut={() => setWasThrough(false)}
    />
  )
}
