import type { Ref } from 'react'
import { boardTextMax } from '#contract/boards/boards.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { readBoardText } from '#domain/boards/board.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './composer.module.css'
import { useAnswerBoard } from './queries.ts'

/** Writes an answer into a thread. The text stays until it is posted. */
export const AnswerComposer = ({
  threadId,
  text,
  inputRef,
  onText,
  onPosted,
}: {
  threadId: string
  text: string
  inputRef: Ref<HTMLTextAreaElement>
  onText: (text: string) => void
  onPosted: () => void
}) => {
  const answer = useAnswerBoard()
  const sent = useSentId()
  const isWarned = answer.error instanceof AnswerError && answer.error.code === 'contactWarning'
  const isReady = !isRefusal(readBoardText(text))
  const send = () => {
    answer.mutate(
      { threadId, postId: sent.idOf(text), text, isWarned },
      {
        onSuccess: () => {
          sent.forget()
          onPosted()
        },
      },
    )
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
            onText(event.target.value)
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
