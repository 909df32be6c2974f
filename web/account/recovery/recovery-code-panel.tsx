import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useRecoveryCodeState } from './recovery-code.ts'
import { RecoveryCodeModal } from './recovery-code-modal.tsx'
import styles from './recovery-code-panel.module.css'

const explanation =
  '機種変更のあとや、ほかの端末から、このコードだけでログインできます。メールアドレスも電話番号もいりません。使えるのは1回だけです。'

/** The recovery method that needs neither mail nor phone: none yet, ready, or used up. */
export const RecoveryCodePanel = () => {
  const query = useRecoveryCodeState()
  const [isOpen, setIsOpen] = useState(false)
  const { data } = query
  return (
    <Panel title="復旧コード">
      {data ? (
        <>
          {data.state === 'ready' && data.createdAt ? (
            <p className={styles.ready}>
              <Icon of={CircleCheck} size="s" />
              <span>
                作成済み・
                <DateText at={data.createdAt} form="day" />
              </span>
            </p>
          ) : null}
          {data.state === 'used' && data.usedAt ? (
            <p className={styles.used} role="status">
              <Icon of={CircleAlert} size="s" />
              <span>
                復旧コードは
                <DateText at={data.usedAt} />
                に使われ、もう使えません。新しいコードを作成してください。
              </span>
            </p>
          ) : null}
          <p className={styles.note}>{explanation}</p>
          <Button
            variant={({ none: 'tonal', ready: 'quiet', used: 'primary' } as const)[data.state]}
            block
            onClick={() => setIsOpen(true)}
          >
            {data.state === 'ready' ? '復旧コードを作り直す' : '復旧コードを作成する'}
          </Button>
        </>
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={132} />
      )}
      {data && isOpen ? (
        <RecoveryCodeModal endsFormer={data.state === 'ready'} onClose={() => setIsOpen(false)} />
      ) : null}
    </Panel>
  )
}
