import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { AnswerError } from '#web/shell/query.ts'
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
  const kept = useKeptDraft(`comment:${postId}:${parentId ?? ''}`, emptyDraft)
  const write = useWriteComment()
  const isWarned = write.error instanceof AnswerError && write.error.code === 'contactWarning'
  const { people, text } = kept.draft
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || write.isPending) return
        const written = textOf(text, people)
        const comment = {
          ...{ commentId: kept.idOf(written), postId, text: written, isWarned },
          ...(parentId === undefined ? {} : { parentId }),
        }
        kept.forgetAfter(write.mutateAsync(comment, { onSuccess: () => onSent?.() }))
      }}
    >
      <MentionField
        label={label}
        rows={2}
        placeholder={placeholder}
        value={text}
        readOnly={write.isPending}
        onChange={(next) => {
          kept.change({ text: next })
          if (write.isError) write.reset()
        }}
        onMention={(person) => kept.change({ people: [...people, person] })}
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
