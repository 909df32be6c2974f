import { useState } from 'react'
import type { TimelineComment } from '#contract/timeline/timeline.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useHashTarget } from '#web/shell/navigation/use-hash-target.ts'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SectionHead } from '#web/ui/panel.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { useComments } from '../queries.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import styles from './comments.module.css'

/** The comments on a post with their answers, oldest first, and the field for another. */
export const Comments = ({ postId }: { postId: string }) => {
  const { status } = useSession()
  const query = useComments(postId, status !== 'loading')
  const isMember = status === 'authenticated'
  const isGone = useHashTarget('comment-', query)
  return (
    <section aria-labelledby="comments">
      <SectionHead id="comments" title="コメント" />
      {isGone ? (
        <p className={styles.empty} role="status">
          このコメントは削除されたか、表示できません。
        </p>
      ) : null}
      <PagedList
        query={query}
        itemsOf={({ comments }) => comments}
        loading={<RowsSkeleton count={2} />}
        empty={<p className={styles.empty}>まだコメントはありません。</p>}
      >
        {(comments) => (
          <ul className={styles.list}>
            {comments.map((comment) => (
              <Thread key={comment.commentId} postId={postId} comment={comment} isMember={isMember} />
            ))}
          </ul>
        )}
      </PagedList>
      {isMember ? (
        <CommentForm postId={postId} label="コメント" placeholder="コメントする" />
      ) : (
        <Button block variant="tonal" className={styles.join ?? ''} onClick={openRegistration}>
          無料ではじめてコメントする
        </Button>
      )}
    </section>
  )
}

const Thread = ({
  postId,
  comment,
  isMember,
}: {
  postId: string
  comment: TimelineComment
  isMember: boolean
}) => {
  const [isAnswering, setIsAnswering] = useState(false)
  return (
    <li className={styles.thread}>
      <CommentItem
        postId={postId}
        comment={comment}
        {...(isMember ? { onAnswer: () => setIsAnswering(!isAnswering) } : {})}
      />
      {comment.answers.length > 0 ? (
        <ul className={styles.answers}>
          {comment.answers.map((answer) => (
            <li key={answer.commentId}>
              <CommentItem postId={postId} comment={answer} />
            </li>
          ))}
        </ul>
      ) : null}
      {isAnswering ? (
        <div className={styles.answers}>
          <CommentForm
            postId={postId}
            parentId={comment.commentId}
            label="返信"
            placeholder="返信する"
            onSent={() => setIsAnswering(false)}
          />
        </div>
      ) : null}
    </li>
  )
}
