import { EllipsisVertical, EyeOff, Flag, MessageSquareQuote, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { BoardPost } from '#contract/boards/boards.ts'
import { reportReasons } from '#contract/safety/safety.ts'
import { reasonText } from '#web/safety/safety-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './post-item.module.css'
import { useBoardPostChange } from './queries.ts'

type Step = 'choose' | 'flag' | 'delete' | 'hide' | null

/** Answer, flag, hide the author; or delete an own post. */
export const PostMenu = ({ post, onQuote }: { post: BoardPost; onQuote: (number: number) => void }) => {
  const [step, setStep] = useState<Step>(null)
  const change = useBoardPostChange()
  const close = () => setStep(null)
  const run = (type: 'delete' | 'hideAuthor') =>
    change.mutate({ type, postId: post.postId }, { onSettled: close })
  const name = `${post.number}番の書き込み`
  return (
    <>
      <IconButton
        icon={EllipsisVertical}
        size="s"
        label={`${name}のメニュー`}
        aria-haspopup="dialog"
        className={styles.menu}
        onClick={() => setStep('choose')}
      />
      <Modal open={step === 'choose'} onClose={close} title={name}>
        <ul className={styles.choices}>
          <Choice
            icon={MessageSquareQuote}
            text="この書き込みに返信する"
            onPress={() => {
              close()
              onQuote(post.number)
            }}
          />
          {post.isOwn ? (
            <Choice icon={Trash2} text="削除する" onPress={() => setStep('delete')} />
          ) : (
            <>
              <Choice
                icon={Flag}
                text={post.isFlagged ? '通報済み' : '通報する'}
                isDisabled={post.isFlagged}
                onPress={() => setStep('flag')}
              />
              <Choice icon={EyeOff} text="この人の書き込みを非表示にする" onPress={() => setStep('hide')} />
            </>
          )}
        </ul>
      </Modal>
      <Modal open={step === 'flag'} onClose={close} title="通報の理由" dismissible={!change.isPending}>
        <ul className={styles.choices}>
          {reportReasons.map((reason) => (
            <Choice
              key={reason}
              icon={Flag}
              text={reasonText[reason]}
              isDisabled={change.isPending}
              onPress={() =>
                change.mutate({ type: 'flag', postId: post.postId, reason }, { onSettled: close })
              }
            />
          ))}
        </ul>
        <p className={styles.note}>通報したことは、書いた人に伝わりません。</p>
      </Modal>
      <Confirm
        open={step === 'delete'}
        title="書き込みを削除しますか？"
        text="元に戻すことはできません。"
        label="削除する"
        busy={change.isPending}
        onConfirm={() => run('delete')}
        onClose={close}
      />
      <Confirm
        open={step === 'hide'}
        title="この人の書き込みを非表示にしますか？"
        text="このスレッドで同じ印の付いた書き込みが、あなたにだけ表示されなくなります。"
        label="非表示にする"
        busy={change.isPending}
        onConfirm={() => run('hideAuthor')}
        onClose={close}
      />
    </>
  )
}

const Choice = ({
  icon,
  text,
  isDisabled = false,
  onPress,
}: {
  icon: typeof Flag
  text: string
  isDisabled?: boolean
  onPress: () => void
}) => (
  <li>
    <button type="button" disabled={isDisabled} onClick={onPress}>
      <Icon of={icon} />
      {text}
    </button>
  </li>
)

const Confirm = ({
  open,
  title,
  text,
  label,
  busy,
  onConfirm,
  onClose,
}: {
  open: boolean
  title: string
  text: string
  label: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}) => (
  <Modal open={open} onClose={onClose} title={title} role="alertdialog" align="center" dismissible={!busy}>
    <p>{text}</p>
    <Button variant="primary" block busy={busy} onClick={onConfirm}>
      {label}
    </Button>
  </Modal>
)
