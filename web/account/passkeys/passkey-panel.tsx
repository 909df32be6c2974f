import { Fingerprint, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { passkeysMax } from '#contract/account/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { hasPasskeys, preparePasskeys } from './passkey-ceremony.ts'
import styles from './passkey-panel.module.css'
import { useAddPasskey, usePasskeys } from './passkey-queries.ts'
import { PasskeyRow } from './passkey-row.tsx'

/** The recommended recovery method: the member's passkeys, and adding one. */
export const PasskeyPanel = () => (
  <Panel title="パスキー" note="おすすめ">
    <p className={styles.why}>
      指紋や顔、画面ロックだけでログインできます。パスワードより安全で、忘れる心配もありません。
    </p>
    <Passkeys />
  </Panel>
)

const Passkeys = () => {
  const query = usePasskeys()
  if (query.isError && !query.data)
    return (
      <ErrorState
        message={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data) return <RowsSkeleton count={1} />
  const { passkeys, areOnlyRecoveryMethod } = query.data
  const isLast = areOnlyRecoveryMethod && passkeys.length === 1
  return (
    <>
      {passkeys.length > 0 ? (
        <Rows className={styles.rows}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLastRecoveryMethod={isLast} />
          ))}
        </Rows>
      ) : null}
      <AddPasskey count={passkeys.length} />
    </>
  )
}

const AddPasskey = ({ count }: { count: number }) => {
  const add = useAddPasskey()
  useEffect(preparePasskeys, [])
  if (!hasPasskeys())
    return <p className={styles.none}>このブラウザでは追加できません。ほかのブラウザでお試しください。</p>
  if (count >= passkeysMax)
    return <p className={styles.none}>{passkeysMax}件まで登録できます。使わないものは削除してください。</p>
  const press = () =>
    add.mutate(undefined, {
      onSuccess: () =>
        void showToast({
          tone: 'ok',
          title: 'パスキーを追加しました',
          text: '次から、パスキーだけでログインできます。',
        }),
    })
  return (
    <>
      <Button
        variant={count === 0 ? 'tonal' : 'quiet'}
        icon={count === 0 ? Fingerprint : Plus}
        block
        busy={add.isPending}
        onClick={press}
      >
        パスキーを追加
      </Button>
      <p role="status" className={styles.failure}>
        {add.error?.message}
      </p>
    </>
  )
}
