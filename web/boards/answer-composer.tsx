import type { Ref } from 'react'
import { boardTextMax } from '#contract/boards/boards.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { readBoardText } from '#domain/boards/board.ts'
import { graphemeCount } from '#domain/text/written.ts'
import type { KeptDraft } from '#web/session/use-kept-draft.ts'
import { AnswerError } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './composer.module.css'
import { useAnswerBoard } from './queries.ts'

/** Writes an answer into a thread. The text stays until it is posted. */
export const AnswerComposer = ({
  threadId,
  kept,
  inputRef,
  onPosted,
}: {
  threadId: string
  kept: KeptDraft<{ text: string }>
  inputRef: Ref<HTMLTextAreaElement>
  onPosted: () => void
}) => {
  const answer = useAnswerBoard()
  const { text } = kept.draft
  const isWarned = answer.error instanceof AnswerError && answer.error.code === 'contactWarning'
  const isReady = !isRefusal(readBoardText(text))
  const send = () => {
    const post = { threadId, postId: kept.idOf(text), text, isWarned }
    kept.forgetAfter(answer.mutateAsync(post, { onSuccess: onPosted }))
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label="書き込む">
        <Textarea
          ref={inputRef}
          rows={3}
          value={text}
          readOnly={answer.isPending}
          onChange={(event) => {
            kept.change({ text: event.target.value })
            if (answer.isError) answer.reset()
          }}
        />
      </Field>
      <Refusal text={answer.error?.message} />
      <div className={styles.send}>
        <span className="num">{`${graphemeCount(text.trim())}/${boardTextMax}`}</span>
        <Button
          type="submit"
          variant={isWarned ? 'quiet' : 'primary'}
          busy={answer.isPending}
          disabled={!isReady}
        >
          {isWarned ? 'このまま書き込む' : '書き込む'}
        </Button>
      </div>
    </form>
  )
}
