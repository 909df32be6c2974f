import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { GoogleMark } from '#web/ui/google-mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { LastMethodWarning } from '../last-method-warning.tsx'
import { GoogleButton } from './google-button.tsx'
import styles from './google-panel.module.css'
import { useGoogleAccount, useLinkGoogle, useUnlinkGoogle } from './google-queries.ts'

/** The Google account that opens this one. Absent where Google sign-in is off and the account has no link. */
export const GooglePanel = () => {
  const query = useGoogleAccount()
  if (query.isError && !query.data)
    return (
      <Panel title="Google">
        <QueryError query={query} />
      </Panel>
    )
  if (!query.data || (!query.data.isAvailable && !query.data.account)) return null
  const { account, isOnlyRecoveryMethod } = query.data
  return (
    <Panel title="Google">
      {account ? <Linked account={account} isOnlyRecoveryMethod={isOnlyRecoveryMethod} /> : <NotLinked />}
    </Panel>
  )
}

const NotLinked = () => {
  const link = useLinkGoogle()
  return (
    <>
      <p className={styles.why}>
        連携すると、機種変更のあとも、ほかの端末からも、Googleアカウントでログインできます。ほかの方に表示されることはありません。
      </p>
      <GoogleButton busy={link.isLeaving} onClick={() => link.mutate()}>
        Googleアカウントと連携
      </GoogleButton>
      <p role="status" className={styles.failure}>
        {link.error?.message}
      </p>
    </>
  )
}

interface LinkedProps {
  account: { mail: string | null; linkedAt: string }
  isOnlyRecoveryMethod: boolean
}

const Linked = ({ account, isOnlyRecoveryMethod }: LinkedProps) => {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <p className={styles.account}>
        <GoogleMark />
        <span>
          <b>{account.mail ?? 'Googleアカウント'}</b>
          <small>
            <DateText at={account.linkedAt} form="day" />
            に連携
          </small>
        </span>
      </p>
      <Button block onClick={() => setIsConfirming(true)}>
        連携を解除
      </Button>
      {isConfirming ? (
        <UnlinkModal isOnlyRecoveryMethod={isOnlyRecoveryMethod} onClose={() => setIsConfirming(false)} />
      ) : null}
    </>
  )
}

const UnlinkModal = ({
  isOnlyRecoveryMethod,
  onClose,
}: {
  isOnlyRecoveryMethod: boolean
  onClose: () => void
}) => {
  const unlink = useUnlinkGoogle()
  const press = () =>
    unlink.mutate(
      { endsLastRecoveryMethod: isOnlyRecoveryMethod },
      {
        onSuccess: () => {
          onClose()
          void showToast({ tone: 'ok', title: 'Googleアカウントの連携を解除しました' })
        },
      },
    )
  return (
    <ConfirmDialog
      title="Googleアカウントの連携を解除"
      label={isOnlyRecoveryMethod ? 'それでも解除' : '解除する'}
      isPending={unlink.isPending}
      error={unlink.error}
      onConfirm={press}
      onClose={onClose}
    >
      <p className={styles.sentence}>Googleアカウントでは、ログインできなくなります。</p>
      {isOnlyRecoveryMethod ? <LastMethodWarning deed="解除" /> : null}
    </ConfirmDialog>
  )
}
