import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { liveRoomEndpoints } from '#contract/live/rooms.ts'
import { StopModal } from '#web/calls/screens/stop-modal.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { dayTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './go-live.module.css'
import { useRefreshStreamKey, useStreamKey } from './studio-queries.ts'

const copy = async (what: string, text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    void showToast({ tone: 'ok', title: `${what}をコピーしました` })
  } catch {
    void showToast({
      tone: 'error',
      title: 'コピーできませんでした',
      text: '長押しで選んでコピーしてください。',
    })
  }
}

const keyText = (madeAt: string | null): string =>
  madeAt
    ? `ストリームキーは${dayTime(madeAt, Date.now())}に発行済みです。わからなくなったときは作り直してください。`
    : 'ストリームキーはまだありません。'

/** Where the broadcaster's encoder publishes, and the key for it, which is shown once, when it is made. */
export const EncoderPanel = () => {
  const query = useStreamKey()
  const refresh = useRefreshStreamKey()
  const [shownKey, setShownKey] = useState<string | null>(null)
  const [asked, setAsked] = useState<'replace' | 'revoke' | null>(null)
  const onError = (error: Error) =>
    void showToast({ tone: 'error', title: '変更できませんでした', text: error.message })
  const replace = useMutation({
    mutationFn: () => fetchEndpoint(liveRoomEndpoints.replaceStreamKey, {}),
    onSuccess: ({ streamKey }) => {
      setShownKey(streamKey)
      return refresh()
    },
    onError,
  })
  const revoke = useMutation({
    mutationFn: () => fetchEndpoint(liveRoomEndpoints.revokeStreamKey, {}),
    onSuccess: () => {
      setShownKey(null)
      void showToast({ tone: 'ok', title: 'ストリームキーを無効にしました' })
      return refresh()
    },
    onError,
  })
  if (!query.data)
    return (
      <Panel title="配信ソフトの設定">
        {query.isError ? <QueryError query={query} /> : <Skeleton height={180} />}
      </Panel>
    )
  const { url, madeAt } = query.data
  const isBusy = replace.isPending || revoke.isPending
  return (
    <Panel title="配信ソフトの設定" className={styles.fields}>
      <p className={styles.note}>
        配信ソフトのサービスで「WHIP」を選び、下のサーバーとストリームキー（Bearer Token）を入力してください。
      </p>
      <Copied label="サーバー" value={new URL(url, window.location.origin).href} />
      {shownKey ? (
        <>
          <Copied label="ストリームキー" value={shownKey} />
          <p className={styles.note} role="status">
            このキーは今だけ表示されます。コピーして配信ソフトに保存してください。ほかの人には見せないでください。
          </p>
        </>
      ) : (
        <p className={styles.note}>{keyText(madeAt)}</p>
      )}
      <div className={styles.keyButtons}>
        <Button
          block
          busy={replace.isPending}
          aria-disabled={isBusy}
          onClick={() => (madeAt ? setAsked('replace') : replace.mutate())}
        >
          {madeAt ? '作り直す' : 'ストリームキーを発行'}
        </Button>
        {madeAt ? (
          <Button block busy={revoke.isPending} aria-disabled={isBusy} onClick={() => setAsked('revoke')}>
            無効にする
          </Button>
        ) : null}
      </div>
      <StopModal
        open={asked !== null}
        title={asked === 'revoke' ? 'キーを無効にしますか？' : 'キーを作り直しますか？'}
        consequence="いまのキーはすぐに使えなくなり、配信ソフトの接続は切れます。"
        goOn="やめる"
        stop={asked === 'revoke' ? '無効にする' : '作り直す'}
        onGoOn={() => setAsked(null)}
        onStop={() => {
          if (asked === 'revoke') revoke.mutate()
          else replace.mutate()
          setAsked(null)
        }}
      />
    </Panel>
  )
}

const Copied = ({ label, value }: { label: string; value: string }) => (
  <Field
    label={label}
    trailing={
      <Button icon={Copy} size="l" aria-label={`${label}をコピー`} onClick={() => void copy(label, value)}>
        コピー
      </Button>
    }
  >
    <Input readOnly value={value} onFocus={(event) => event.target.select()} />
  </Field>
)
