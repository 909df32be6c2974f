import { useState } from 'react'
import { type ItemDetail, marketItemsEndpoints } from '#contract/market/items.ts'
import { questionMax } from '#contract/market/market.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import styles from './forms.module.css'
import { isContactWarning, useMarketChange } from './queries.ts'
import own from './questions-panel.module.css'
import { ReportItem } from './report-item.tsx'

/** Questions and answers under an item. */
export const QuestionsPanel = ({ item }: { item: ItemDetail }) => {
  const mayAsk = !item.isOwn && item.state === 'onSale'
  if (!mayAsk && item.questions.length === 0) return null
  return (
    <Panel title="質問" {...(item.questions.length > 0 ? { note: `${item.questions.length}件` } : {})}>
      {item.questions.length > 0 ? (
        <Rows>
          {item.questions.map((question) => (
            <li key={question.questionId} className={own.question}>
              <p>
                <small>{question.isOwn ? 'あなたの質問' : '質問'}</small>
                {question.text}
              </p>
              {question.answer === null ? null : (
                <p className={own.answer}>
                  <small>出品者の返事</small>
                  {question.answer}
                </p>
              )}
              {item.isOwn && question.answer === null ? (
                <AnswerForm questionId={question.questionId} />
              ) : null}
              {question.isOwn ? null : <ReportItem itemId={item.itemId} questionId={question.questionId} />}
            </li>
          ))}
        </Rows>
      ) : null}
      {mayAsk ? <AskForm itemId={item.itemId} /> : null}
    </Panel>
  )
}

const AskForm = ({ itemId }: { itemId: string }) => {
  const sent = useSentId()
  const send = useMarketChange(marketItemsEndpoints.askFleaMarketQuestion, { success: '質問しました' })
  return (
    <TextForm
      label="質問する"
      hint="ほかの方にも公開されます。連絡先は書かないでください。"
      button="送る"
      busy={send.isPending}
      error={send.error}
      onSend={(text, isWarned, done) => {
        send.mutate(
          { itemId, questionId: sent.idOf(text), text, isWarned },
          {
            onSuccess: () => {
              sent.forget()
              done()
            },
          },
        )
      }}
    />
  )
}

const AnswerForm = ({ questionId }: { questionId: string }) => {
  const send = useMarketChange(marketItemsEndpoints.answerFleaMarketQuestion, { success: '返事を送りました' })
  return (
    <TextForm
      label="返事"
      button="返事を送る"
      busy={send.isPending}
      error={send.error}
      onSend={(text, isWarned) => send.mutate({ questionId, text, isWarned })}
    />
  )
}

const TextForm = ({
  label,
  hint,
  button,
  busy,
  error,
  onSend,
}: {
  label: string
  hint?: string
  button: string
  busy: boolean
  error: Error | null
  onSend: (text: string, isWarned: boolean, done: () => void) => void
}) => {
  const [text, setText] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        // A text that was warned about is sent when the button is pressed again.
        if (!busy && text.trim() !== '') onSend(text, isContactWarning(error), () => setText(''))
      }}
    >
      <Field label={label} hint={hint} error={error?.message} note={`${questionMax}文字まで`}>
        <Textarea rows={2} value={text} readOnly={busy} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" busy={busy} aria-disabled={text.trim() === '' || undefined}>
        {button}
      </Button>
    </form>
  )
}
