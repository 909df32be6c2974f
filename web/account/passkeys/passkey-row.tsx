import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Passkey, passkeyNameGraphemesMax } from '#contract/account/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LastMethodWarning } from '../last-method-warning.tsx'
import styles from './passkey-panel.module.css'
import { useDeletePasskey, useRenamePasskey } from './passkey-queries.ts'

/** One passkey: where it was made, when it was last used, renaming and deleting it. */
export const PasskeyRow = ({
  passkey,
  isLastRecoveryMethod,
}: {
  passkey: Passkey
  isLastRecoveryMethod: boolean
}) => {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={KeyRound} />
      </span>
      <p>
        <b className={styles.name}>{name}</b>
        <small>
          <DateText at={createdAt} form="day" />
          に追加
        </small>
        <small>{lastUsedAt === null ? 'まだ使われていません' : <LastUsed at={lastUsedAt} />}</small>
        {isBackedUp ? null : <small>機種変更では引き継げません</small>}
      </p>
      <span className={styles.actions}>
        <IconButton
          icon={Pencil}
          size="s"
          label={`${name}の名前を変える`}
          onClick={() => setOpen('rename')}
        />
        <IconButton icon={Trash2} size="s" label={`${name}を削除`} onClick={() => setOpen('delete')} />
      </span>
      {open === 'rename' ? <RenameModal passkey={passkey} onClose={close} /> : null}
      {open === 'delete' ? (
        <DeleteModal passkey={passkey} isLastRecoveryMethod={isLastRecoveryMethod} onClose={close} />
      ) : null}
    </li>
  )
}

const LastUsed = ({ at }: { at: string }) => (
  <>
    最後の利用 <DateText at={at} />
  </>
)

const RenameModal = ({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) => {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey()
  return (
    <Modal open title="パスキーの名前" dismissible={!rename.isPending} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!rename.isPending) rename.mutate({ passkeyId: passkey.id, name }, { onSuccess: onClose })
        }}
      >
        <Field
          label="名前"
          hint={`${passkeyNameGraphemesMax}文字まで。どの端末かわかる名前がおすすめです。`}
          error={rename.error?.message}
        >
          <Input
            name="passkey-name"
            value={name}
            autoComplete="off"
            data-autofocus
            onChange={(event) => {
              setName(event.target.value)
              if (rename.isError) rename.reset()
            }}
          />
        </Field>
        <Button type="submit" variant="primary" block busy={rename.isPending}>
          保存する
        </Button>
      </form>
    </Modal>
  )
}

const DeleteModal = ({
  passkey: { id, name },
  isLastRecoveryMethod,
  onClose,
}: {
  passkey: Passkey
  isLastRecoveryMethod: boolean
  onClose: () => void
}) => {
  const remove = useDeletePasskey()
  const press = () =>
    remove.mutate(
      { passkeyId: id, endsLastRecoveryMethod: isLastRecoveryMethod },
      {
        onSuccess: () => {
          onClose()
          void showToast({ tone: 'ok', title: 'パスキーを削除しました' })
        },
      },
    )
  return (
    <ConfirmDialog
      title="パスキーを削除"
      label={isLastRecoveryMethod ? 'それでも削除' : '削除する'}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={press}
      onClose={onClose}
    >
      <p className={styles.sentence}>「{name}」では、ログインできなくなります。</p>
      {isLastRecoveryMethod ? <LastMethodWarning deed="削除" /> : null}
    </ConfirmDialog>
  )
}
