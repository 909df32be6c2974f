import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { GoogleMark } from '#web/ui/google-mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
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
  const [isAsked, setIsAsked] = useState(false)
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
      <Button block onClick={() => setIsAsked(true)}>
        連携を解除
      </Button>
      {isAsked ? (
        <UnlinkModal isOnlyRecoveryMethod={isOnlyRecoveryMethod} onClose={() => setIsAsked(false)} />
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
    <Modal open title="Googleアカウントの連携を解除" dismissible={!unlink.isPending} onClose={onClose}>
      <p className={styles.sentence}>Googleアカウントでは、ログインできなくなります。</p>
      {isOnlyRecoveryMethod ? (
        <p className={styles.warning}>
          ほかにログインする方法がありません。解除したあとにログアウトすると、このアカウントにも、残りのポイントにも戻れなくなります。
        </p>
      ) : null}
      <p role="alert" className={styles.failure}>
        {unlink.error?.message}
      </p>
      <div className={styles.two}>
        <Button block data-autofocus onClick={onClose} aria-disabled={unlink.isPending}>
          やめる
        </Button>
        <Button variant="primary" block busy={unlink.isPending} onClick={press}>
          {isOnlyRecoveryMethod ? 'それでも解除' : '解除する'}
        </Button>
      </div>
    </Modal>
  )
}
