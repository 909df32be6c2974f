import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import type { TimelineAnswer } from '#contract/timeline/timeline.ts'
import { Link } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { serverClock } from '#web/shell/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Mark } from '#web/ui/form/chip.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { PostText } from '../post/post-text.tsx'
import { TimelineReport } from '../post/timeline-report.tsx'
import { postTime } from '../post-time.ts'
import { useDeleteComment, usePost } from '../queries.ts'
import styles from './comments.module.css'

/** ユーザー2 for a caller whom the viewer doesn't see. */
const nameOf = ({ author, guestNo, isOwn }: TimelineAnswer): string =>
  isOwn ? 'あなた' : (author?.name ?? `ユーザー${guestNo}`)

/** A comment or an answer. */
export const CommentItem = ({
  postId,
  comment,
  onAnswer,
}: {
  postId: string
  comment: TimelineAnswer
  onAnswer?: () => void
}) => {
  const { author, isOfAuthor, isOwn, mentions, postedAt, text } = comment
  const name = nameOf(comment)
  return (
    <article
      id={`comment-${comment.commentId}`}
      className={styles.item}
      aria-label={`${name}${isOwn ? '' : 'さん'}のコメント`}
    >
      <Avatar imageId={author?.avatarId ?? null} name={author?.name ?? ''} size={36} />
      <div className={styles.body}>
        <p className={styles.head}>
          {author && !isOwn ? <Link to={paths.profile(author.id)}>{name}</Link> : <b>{name}</b>}
          {isOfAuthor ? <Mark>投稿者</Mark> : null}
          <time dateTime={postedAt}>{postTime(postedAt, serverClock.now())}</time>
        </p>
        <PostText text={text} mentions={mentions} />
        {onAnswer ? (
          <Button variant="text" size="s" className={styles.answer ?? ''} onClick={onAnswer}>
            返信する
          </Button>
        ) : null}
      </div>
      <CommentMenu postId={postId} comment={comment} name={name} />
    </article>
  )
}

const CommentMenu = ({
  postId,
  comment,
  name,
}: {
  postId: string
  comment: TimelineAnswer
  name: string
}) => {
  const isMember = useSession().status === 'authenticated'
  const isOwnPost = usePost(postId).data?.isOwn === true
  const [step, setStep] = useState<'menu' | 'delete' | 'report' | null>(null)
  const remove = useDeleteComment(postId)
  if (!isMember) return null
  const { commentId, isOwn } = comment
  const close = () => setStep(null)
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        size="s"
        label={`${name}${isOwn ? '' : 'さん'}のコメントのメニュー`}
        aria-haspopup="dialog"
        onClick={() => setStep('menu')}
      />
      <Modal open={step === 'menu'} onClose={close} title="コメント">
        {isOwn || isOwnPost ? (
          <Button block onClick={() => setStep('delete')}>
            削除する
          </Button>
        ) : null}
        {isOwn ? null : (
          <Button block onClick={() => setStep('report')}>
            通報する
          </Button>
        )}
      </Modal>
      {step === 'delete' ? (
        <ConfirmDialog
          title="コメントを削除しますか？"
          label="削除する"
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(commentId, { onSuccess: close })}
          onClose={close}
        >
          <p>
            {'answers' in comment ? 'コメントへの返信もあわせて削除されます。' : ''}元に戻すことはできません。
          </p>
        </ConfirmDialog>
      ) : null}
      {step === 'report' ? <TimelineReport postId={postId} commentId={commentId} onClose={close} /> : null}
    </>
  )
}
