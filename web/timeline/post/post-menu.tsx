import { Ban, EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { postEditMs, type TimelinePost } from '#contract/timeline/timeline.ts'
import { openSafety } from '#web/safety/safety-control.ts'
import menu from '#web/safety/safety-menu.module.css'
import { useSession } from '#web/session/session.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { serverClock } from '#web/shell/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useDeletePost } from '../queries.ts'
import { TimelineReport } from './timeline-report.tsx'

const EditPost = lazyPart(async () => (await import('../composer/edit-post.tsx')).EditPost)

type Step = 'menu' | 'edit' | 'delete' | 'report' | null

const isEditable = ({ seq, postedAt }: TimelinePost): boolean =>
  seq === null || serverClock.now() < Date.parse(postedAt) + postEditMs

/** What can be done with a post: its author edits and deletes it, other members report it or block its author. */
export const PostMenu = ({ post, onDeleted }: { post: TimelinePost; onDeleted?: () => void }) => {
  const isMember = useSession().status === 'authenticated'
  const [step, setStep] = useState<Step>(null)
  if (!isMember) return null
  const close = () => setStep(null)
  const { author, isOwn, postId } = post
  const choices = isOwn
    ? [
        ...(isEditable(post)
          ? [{ icon: Pencil, label: '編集する', note: '投稿から10分以内', onPress: () => setStep('edit') }]
          : []),
        { icon: Trash2, label: '削除する', note: '元に戻せません', onPress: () => setStep('delete') },
      ]
    : [
        {
          icon: Flag,
          label: '投稿を通報する',
          note: '運営が内容を確認します',
          onPress: () => setStep('report'),
        },
        {
          icon: Ban,
          label: `${author.name}さんをブロック・通報`,
          note: 'お互いの投稿が見えなくなります',
          onPress: () => {
            close()
            openSafety({ partner: author, place: 'card', night: false })
          },
        },
      ]
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        size="s"
        label={`${author.name}さんの投稿のメニュー`}
        aria-haspopup="dialog"
        onClick={() => setStep('menu')}
      />
      <Modal
        open={step === 'menu'}
        onClose={close}
        title={isOwn ? 'あなたの投稿' : `${author.name}さんの投稿`}
      >
        <ul className={menu.choices}>
          {choices.map(({ icon, label, note, onPress }) => (
            <li key={label}>
              <button type="button" onClick={onPress}>
                <Icon of={icon} />
                <span>
                  {label}
                  <small>{note}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Modal>
      {step === 'edit' ? (
        <Suspense fallback={null}>
          <EditPost post={post} onClose={close} />
        </Suspense>
      ) : null}
      {step === 'delete' ? <DeletePost postId={postId} onClose={close} onDeleted={onDeleted} /> : null}
      {step === 'report' ? <TimelineReport postId={postId} onClose={close} /> : null}
    </>
  )
}

const DeletePost = ({
  postId,
  onClose,
  onDeleted,
}: {
  postId: string
  onClose: () => void
  onDeleted: (() => void) | undefined
}) => {
  const remove = useDeletePost()
  return (
    <Modal open onClose={onClose} title="投稿を削除しますか？" dismissible={!remove.isPending}>
      <p>いいねとコメントもあわせて見えなくなります。</p>
      {remove.error ? (
        <p className={menu.refusal} role="alert">
          {remove.error.message}
        </p>
      ) : null}
      <Button
        block
        variant="ink"
        busy={remove.isPending}
        onClick={() => remove.mutate(postId, onDeleted ? { onSuccess: onDeleted } : {})}
      >
        削除する
      </Button>
    </Modal>
  )
}
