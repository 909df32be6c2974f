import { useState } from 'react'
import type { TimelinePost } from '#contract/timeline/timeline.ts'
import { AnswerError } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { useEditPost } from '../queries.ts'
import styles from './composer.module.css'
import { MentionField } from './mention-field.tsx'
import { fieldOf, type Mentioned, textOf } from './mention-text.ts'

/** Changes the text of an own post; images, movie and poll stay. */
export const EditPost = ({ post, onClose }: { post: TimelinePost; onClose: () => void }) => {
  const [people, setPeople] = useState<readonly Mentioned[]>(() =>
    post.mentions.flatMap(({ id, name }) => (name === null ? [] : [{ id, name }])),
  )
  const [text, setText] = useState(() => fieldOf(post.text, people))
  const edit = useEditPost()
  const isWarned = edit.error instanceof AnswerError && edit.error.code === 'contactWarning'
  return (
    <Modal
      open
      title="投稿を編集"
      onClose={onClose}
      dismissible={!edit.isPending}
      isWritten={text !== fieldOf(post.text, people)}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          edit.mutate({ postId: post.postId, text: textOf(text, people), isWarned }, { onSuccess: onClose })
        }}
      >
        <MentionField
          label="投稿の内容"
          rows={6}
          placeholder=""
          value={text}
          readOnly={edit.isPending}
          onChange={(next) => {
            setText(next)
            edit.reset()
          }}
          onMention={(person) => setPeople((now) => [...now, person])}
        />
        <Refusal text={edit.error?.message} />
        <Button block variant="primary" type="submit" busy={edit.isPending}>
          {isWarned ? 'このまま保存する' : '保存する'}
        </Button>
      </form>
    </Modal>
  )
}
