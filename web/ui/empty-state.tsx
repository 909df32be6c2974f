import { RotateCw } from 'lucide-react'
import type { ReactNode, SyntheticEvent } from 'react'
import { Button } from './button.tsx'
import styles from './empty-state.module.css'

/** Without a network a picture may be missing; a broken frame would not help. */
const hideBroken = (event: SyntheticEvent<HTMLImageElement>) => {
  event.currentTarget.style.display = 'none'
}

/** Nothing here yet: why, and the next step. */
export const EmptyState = ({
  title,
  children,
  action,
  picture = '/art/empty.svg',
  level = 2,
}: {
  title: string
  children?: ReactNode
  /** A Button or ButtonLink. */
  action?: ReactNode
  picture?: string | null
  level?: 1 | 2 | 3
}) => {
  const Heading = `h${level}` as const
  return (
    <div className={styles.state}>
      {picture ? <img src={picture} alt="" width={132} height={99} onError={hideBroken} /> : null}
      <Heading>{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

/** It could not be loaded: the sentence of the failure, and 再試行. */
export const ErrorState = ({
  message = '通信環境をご確認のうえ、もう一度お試しください。',
  onRetry,
  busy = false,
}: {
  message?: string
  onRetry: () => void
  busy?: boolean
}) => (
  <div className={styles.state} role="alert">
    <img src="/art/sticker-sleep.svg" alt="" width={104} height={104} onError={hideBroken} />
    <h2>読み込めませんでした</h2>
    <p>{message}</p>
    <Button variant="quiet" icon={RotateCw} busy={busy} onClick={onRetry}>
      再試行
    </Button>
  </div>
)
