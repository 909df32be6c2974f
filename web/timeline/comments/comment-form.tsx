import { useState } from 'react'
import { AnswerError } from '#web/shell/query.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import composer from '../composer/composer.module.css'
import { MentionField } from '../composer/mention-field.tsx'
import { type Mentioned, textOf } from '../composer/mention-text.ts'
import { useWriteComment } from '../queries.ts'
import styles from './comments.module.css'

interface CommentDraft {
  text: string
  people: readonly Mentioned[]
}

const emptyDraft: CommentDraft = { text: '', people: [] }

/** Writes a comment, or an answer to one. A failure loses nothing. */
export const CommentForm = ({
  postId,
  parentId,
  label,
  placeholder,
  onSent,
}: {
  postId: string
  parentId?: string
  label: string
  placeholder: string
  onSent?: () => void
}) => {
  const [draft, setDraft] = useState(emptyDraft)
  const write = useWriteComment()
  const isWarned = write.error instanceof AnswerError && write.error.code === 'contactWarning'
  const sent = useSentId()
  const { people, text } = draft
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || write.isPending) return
        const written = textOf(text, people)
        write.mutate(
          {
            ...{ commentId: sent.idOf(written), postId, text: written, isWarned },
            ...(parentId === undefined ? {} : { parentId }),
          },
          {
            onSuccess: () => {
              setDraft(emptyDraft)
              sent.forget()
              onSent?.()
            },
          },
        )
      }}
    >
      <MentionField
        label={label}
        rows={2}
        placeholder={placeholder}
        value={text}
        readOnly={write.isPending}
        onChange={(next) => {
          setDraft((now) => ({ ...now, text: next }))
          if (write.isError) write.reset()
        }}
        onMention={(person) => setDraft((now) => ({ ...now, people: [...now.people, person] }))}
      />
      {write.error ? (
        <p className={composer.refusal} role="alert">
          {write.error.message}
        </p>
      ) : null}
      {text.trim() === '' ? null : (
        <Button variant="primary" size="s" type="submit" busy={write.isPending}>
          {isWarned ? 'このまま送る' : `${label}を送る`}
        </Button>
      )}
    </form>
  )
}
