import { isRefusal } from '#contract/core/refusal.ts'
import { refusals } from '#contract/refusals.ts'
import { reviewAnswerMax } from '#contract/reviews/reviews.ts'
import { decideAnswer } from '#domain/reviews/review-answer.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { AnswerError } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './answer-form.module.css'
import { isOutOfDate, useAnswerReview } from './queries.ts'

/**
 * The one answer to a review. The text stays through every failure; after the contact guard's warning it may
 * be sent all the same.
 */
export const AnswerForm = ({
  reviewId,
  text,
  onText,
  onSent,
  onCancel,
}: {
  reviewId: string
  text: string
  onText: (text: string) => void
  onSent: () => void
  onCancel: () => void
}) => {
  const answer = useAnswerReview()
  const decided = decideAnswer(false, text)
  const problem = isRefusal(decided) ? decided.refused : null
  const isWarned = answer.error instanceof AnswerError && answer.error.code === 'contactWarning'
  const send = () =>
    answer.mutate(
      { reviewId, text, isWarned },
      {
        onSuccess: () => {
          onSent()
          void showToast({ tone: 'ok', title: '返信しました' })
        },
        onError: (error) => {
          if (isOutOfDate(error))
            void showToast({ tone: 'error', title: '返信できませんでした', text: error.message })
        },
      },
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label="返信"
        note={<span className="num">{`${graphemeCount(text.trim())}/${reviewAnswerMax}`}</span>}
        hint="プロフィールを見るすべての方に表示されます。返信は1回だけで、あとから変更できません。"
        error={problem === 'reviewAnswerTooLong' ? refusals[problem].message : null}
      >
        <Textarea
          rows={3}
          ref={focusOnce}
          value={text}
          readOnly={answer.isPending}
          onChange={(event) => {
            onText(event.target.value)
            if (answer.isError) answer.reset()
          }}
        />
      </Field>
      <Refusal text={answer.error?.message} />
      <div className={styles.buttons}>
        <Button size="s" aria-disabled={answer.isPending} onClick={onCancel}>
          やめる
        </Button>
        <Button
          size="s"
          variant={isWarned ? 'quiet' : 'primary'}
          type="submit"
          busy={answer.isPending}
          disabled={problem !== null}
        >
          {isWarned ? 'このまま返信する' : '返信する'}
        </Button>
      </div>
    </form>
  )
}

/** The press on 返信する requested the focus. */
const focusOnce = (textarea: HTMLTextAreaElement | null) => textarea?.focus()
