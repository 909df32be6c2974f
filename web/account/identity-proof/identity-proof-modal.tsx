import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { identityProofEndpoints } from '#contract/account/identity-proof.ts'
import { MakesWay } from '#web/shell/navigation/makes-way.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { focusFirst, Modal } from '#web/ui/dialog/modal.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GoogleButton } from '../google/google-button.tsx'
import { useProveByGoogle } from '../google/google-queries.ts'
import { hasPasskeys, preparePasskeys } from '../passkeys/passkey-ceremony.ts'
import { useIdentityProofMethods, useProveByPasskey } from '../passkeys/passkey-queries.ts'
import styles from '../sign-in/registration-form.module.css'
import { endIdentityProof } from './identity-proof.ts'

/** Asks for the owner's proof before a change that an open phone in a stranger's hand must not allow. */
export const IdentityProofModal = () => {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <MakesWay>
      <Modal open title="ご本人の確認" dismissible={!isBusy} onClose={() => void endIdentityProof(false)}>
        <p className={styles.lead}>安全のため、ご本人であることを確認します。</p>
        <Ways onBusy={setIsBusy} />
      </Modal>
    </MakesWay>
  )
}

/** The proofs that the account offers: a passkey first, which takes one touch. */
const Ways = ({ onBusy }: { onBusy: (isBusy: boolean) => void }) => {
  const ways = useIdentityProofMethods()
  const place = useRef<HTMLDivElement>(null)
  const isKnown = ways.data !== undefined
  useEffect(preparePasskeys, [])
  useEffect(() => {
    const dialog = place.current?.closest('dialog')
    if (isKnown && dialog) focusFirst(dialog)
  }, [isKnown])
  if (ways.isError)
    return (
      <ErrorState message={ways.error.message} busy={ways.isFetching} onRetry={() => void ways.refetch()} />
    )
  if (!ways.data)
    return (
      <div role="status">
        <span className="vh">読み込み中</span>
        <Skeleton height={52} />
      </div>
    )
  const { hasPassword, hasPasskey, hasGoogle } = ways.data
  return (
    <div ref={place} className={styles.form}>
      {hasPasskey ? <ByPasskey onBusy={onBusy} /> : null}
      {hasPasskey && hasPassword ? <p className={styles.or}>または</p> : null}
      {hasPassword ? <ByPassword onBusy={onBusy} isSecond={hasPasskey && hasPasskeys()} /> : null}
      {hasGoogle && (hasPasskey || hasPassword) ? <p className={styles.or}>または</p> : null}
      {hasGoogle ? <ByGoogle onBusy={onBusy} isOnly={!hasPasskey && !hasPassword} /> : null}
    </div>
  )
}

const ByPasskey = ({ onBusy }: { onBusy: (isBusy: boolean) => void }) => {
  const prove = useProveByPasskey()
  useEffect(() => onBusy(prove.isPending), [onBusy, prove.isPending])
  if (!hasPasskeys())
    return (
      <p className={styles.lead}>
        このブラウザではパスキーを使えません。パスキーのある端末からお試しください。
      </p>
    )
  return (
    <div className={styles.form}>
      <Button
        variant="primary"
        size="l"
        icon={Fingerprint}
        block
        data-autofocus
        busy={prove.isPending}
        onClick={() => prove.mutate(undefined, { onSuccess: () => endIdentityProof(true) })}
      >
        パスキーで確認する
      </Button>
      {prove.isError ? (
        <p role="alert" className={styles.lead}>
          {prove.error.message}
        </p>
      ) : null}
    </div>
  )
}

/** Navigates to Google and back to this page, where the interrupted action is done again. */
const ByGoogle = ({ onBusy, isOnly }: { onBusy: (isBusy: boolean) => void; isOnly: boolean }) => {
  const { isLeaving, ...prove } = useProveByGoogle()
  useEffect(() => onBusy(isLeaving), [onBusy, isLeaving])
  return (
    <div className={styles.form}>
      <GoogleButton
        size="l"
        data-autofocus={isOnly || undefined}
        busy={isLeaving}
        onClick={() => prove.mutate()}
      >
        Googleで確認する
      </GoogleButton>
      <p className={styles.consent}>
        {prove.isError ? (
          <span role="alert">{prove.error.message}</span>
        ) : (
          'Googleの画面へ移り、確認のあとこのページへ戻ります。'
        )}
      </p>
    </div>
  )
}

const ByPassword = ({ onBusy, isSecond }: { onBusy: (isBusy: boolean) => void; isSecond: boolean }) => {
  const [password, setPassword] = useState('')
  const prove = useMutation({
    mutationFn: (input: { password: string }) => fetchEndpoint(identityProofEndpoints.proveIdentity, input),
    onSuccess: () => endIdentityProof(true),
  })
  useEffect(() => onBusy(prove.isPending), [onBusy, prove.isPending])
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!prove.isPending) prove.mutate({ password })
      }}
    >
      <Field label="パスワード" error={prove.error?.message}>
        <Input
          type="password"
          name="password"
          required
          value={password}
          autoComplete="current-password"
          data-autofocus
          onChange={(event) => {
            setPassword(event.target.value)
            if (prove.isError) prove.reset()
          }}
        />
      </Field>
      <Button type="submit" variant={isSecond ? 'quiet' : 'primary'} size="l" block busy={prove.isPending}>
        {isSecond ? 'パスワードで確認する' : '確認する'}
      </Button>
    </form>
  )
}
