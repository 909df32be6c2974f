import { Check } from 'lucide-react'
import type { Poll } from '#contract/timeline/timeline.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { serverClock } from '#web/shell/server-clock.ts'
import { count, dayTimeAhead } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useVote } from '../queries.ts'
import styles from './post-card.module.css'

/** A poll: its choices as buttons, and the counts once the viewer has voted or it has ended. */
export const PostPoll = ({ postId, poll, isOpen }: { postId: string; poll: Poll; isOpen: boolean }) => {
  const isMember = useSession().status === 'authenticated'
  const vote = useVote()
  const total = poll.choices.reduce((sum, { votes }) => sum + (votes ?? 0), 0)
  const isCounted = poll.choices.some(({ votes }) => votes !== null)
  const choose = (choice: number) =>
    isMember
      ? vote.mutate(
          { postId, choice },
          { onError: (error) => void showToast({ title: '投票できませんでした', text: error.message }) },
        )
      : openRegistration()
  return (
    <div className={styles.poll}>
      <ul aria-label="アンケート">
        {poll.choices.map(({ text, votes }, index) => (
          <li key={text}>
            {isCounted || !isOpen ? (
              <Result text={text} votes={votes} total={total} isOwn={poll.ownChoice === index} />
            ) : (
              <button
                type="button"
                className={styles.choice}
                aria-disabled={vote.isPending || undefined}
                onClick={() => !vote.isPending && choose(index)}
              >
                <span>{text}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.pollNote}>
        {isCounted ? `${count(total)}票・` : ''}
        {poll.isClosed
          ? '終了しました'
          : poll.closesAt
            ? `${dayTimeAhead(poll.closesAt, serverClock.now())}まで`
            : '公開してから受け付けます'}
      </p>
    </div>
  )
}

const Result = ({
  text,
  votes,
  total,
  isOwn,
}: {
  text: string
  votes: number | null
  total: number
  isOwn: boolean
}) => {
  const percent = total === 0 || votes === null ? 0 : Math.round((votes / total) * 100)
  return (
    <div className={`${styles.choice} ${styles.result}`} data-own={isOwn || undefined}>
      <span className={styles.bar} style={{ width: `${percent}%` }} />
      <span>{text}</span>
      {isOwn ? (
        <span>
          <Icon of={Check} size="xs" />
          <span className="vh">あなたの投票</span>
        </span>
      ) : null}
      {votes === null ? null : <span className={`${styles.share} num`}>{percent}%</span>}
    </div>
  )
}
