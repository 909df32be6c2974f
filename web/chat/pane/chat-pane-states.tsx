import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import headStyles from './chat-header.module.css'
import { useChatBack } from './chat-header.tsx'
import styles from './chat-pane.module.css'

const BackBar = () => (
  <header className={styles.bar}>
    <IconButton icon={ChevronLeft} label="戻る" className={headStyles.back} onClick={useChatBack()} />
  </header>
)

/**
 * There is no such partner, or none whom this member may write to.
 * @param head in place of the bar with the way back
 */
export const ChatUnavailable = ({ head }: { head?: ReactNode }) => (
  <>
    {head ?? <BackBar />}
    <div className={styles.state}>
      <EmptyState
        level={1}
        title="このトークは表示できません"
        action={
          <ButtonLink variant="primary" to={paths.conversations()}>
            トーク一覧へ戻る
          </ButtonLink>
        }
      >
        退会されたか、いまはトークをご利用いただけないお相手です。
      </EmptyState>
    </div>
  </>
)

const widths = [180, 132, 216, 96, 204, 148, 112]

/** While the first page loads; with a sentence when it fails, while retries continue. */
export const ChatPaneSkeleton = ({
  sentence,
  onRetry,
  head,
}: {
  sentence: string | null
  onRetry: () => void
  head?: ReactNode
}) => (
  <>
    {head ?? <BackBar />}
    <h1 className="vh">トーク</h1>
    {sentence === null ? (
      <div role="status" className={styles.skeleton}>
        <span className="vh">読み込み中</span>
        {widths.map((width) => (
          <Skeleton key={width} width={width} height={44} className={styles.bubble} />
        ))}
      </div>
    ) : (
      <div className={styles.state}>
        <ErrorState message={sentence} onRetry={onRetry} />
      </div>
    )}
  </>
)
