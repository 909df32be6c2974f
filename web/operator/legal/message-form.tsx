import { useState } from 'react'
import { messageButtonTargets } from '#contract/legal/message-buttons.ts'
import {
  type EditedMessagePage,
  messageLeadMax,
  messageTitleMax,
  operatorMessagePagesEndpoints,
} from '#contract/legal/operator/message-pages.ts'
import { messageTargets } from '#web/legal/message-targets.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import pageStyles from '../parts/operator-pages.module.css'
import { useOperatorAction } from '../parts/operator-queries.ts'
import { useStoredDraft } from '../parts/stored-draft.ts'
import { MarkdownEditor } from './markdown-editor.tsx'
import { draftOf, type MessageDraft, messageOf, newDraft } from './message-draft.ts'
import styles from './message-form.module.css'
import { PictureField } from './picture-field.tsx'

type Change = (change: Partial<MessageDraft>) => void

/** A landing page's form; without a page it creates one. */
export const MessageForm = ({ page, onDone }: { page: EditedMessagePage | null; onDone: () => void }) => {
  const [draft, setDraft] = useState(() => (page ? draftOf(page) : newDraft(Date.now())))
  const text = useStoredDraft(
    page ? `message:${page.name}:${page.revision}` : 'message',
    page?.markdown ?? '',
  )
  const [problem, setProblem] = useState<string | null>(null)
  // One form makes one change, however often it is sent.
  const [id] = useState(() => crypto.randomUUID())
  const save = useOperatorAction(operatorMessagePagesEndpoints.operatorSaveMessagePage)
  const change: Change = (part) => setDraft({ ...draft, ...part })
  const send = () => {
    const message = messageOf(draft, text.text)
    setProblem(typeof message === 'string' ? message : null)
    if (typeof message === 'string') return
    save.mutate(
      { id, ...message, basedOn: page?.revision ?? null },
      {
        onSuccess: () => {
          text.clear()
          onDone()
        },
      },
    )
  }
  const refusal = problem ?? save.error?.message
  return (
    <Panel title={page ? page.title : '新しいページ'} className={styles.panel}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) send()
        }}
      >
        <Words draft={draft} isNew={page === null} onChange={change} />
        <PictureField imageId={draft.imageId} onChange={(imageId) => change({ imageId })} />
        <MarkdownEditor text={text.text} onWrite={text.write} />
        <ButtonFields draft={draft} onChange={change} />
        <Publication draft={draft} onChange={change} />
        {refusal ? (
          <p className={pageStyles.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
        <div className={styles.actions}>
          <Button variant="primary" type="submit" busy={save.isPending}>
            保存する
          </Button>
          {page ? null : (
            <Button variant="text" onClick={onDone}>
              やめる
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}

interface Fields {
  draft: MessageDraft
  onChange: Change
}

const Words = ({ draft, isNew, onChange }: Fields & { isNew: boolean }) => (
  <>
    {isNew ? (
      <Field label="アドレス" hint="/message/ のあとに続く名前です。あとから変えられません。">
        <Input
          value={draft.name}
          placeholder="winter-campaign"
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
    ) : null}
    <Field label="タイトル">
      <Input
        value={draft.title}
        maxLength={messageTitleMax}
        onChange={(event) => onChange({ title: event.target.value })}
      />
    </Field>
    <Field label="リード文" note="任意" hint="タイトルの下と、一覧に表示されます。">
      <Input
        value={draft.lead}
        maxLength={messageLeadMax}
        onChange={(event) => onChange({ lead: event.target.value })}
      />
    </Field>
  </>
)

const ButtonFields = ({ draft, onChange }: Fields) => (
  <div className={styles.row}>
    <label className={styles.select}>
      <b>ボタンの行き先</b>
      <select value={draft.buttonTarget} onChange={(event) => onChange({ buttonTarget: event.target.value })}>
        <option value="">ボタンなし</option>
        {messageButtonTargets.map((target) => (
          <option key={target} value={target}>
            {messageTargets[target].text}
          </option>
        ))}
      </select>
    </label>
    {draft.buttonTarget === '' ? null : (
      <Field label="ボタンの言葉">
        <Input
          value={draft.buttonLabel}
          maxLength={20}
          onChange={(event) => onChange({ buttonLabel: event.target.value })}
        />
      </Field>
    )}
  </div>
)

const Publication = ({ draft, onChange }: Fields) => (
  <>
    <div className={styles.row}>
      <Field label="公開の開始">
        <Input
          type="datetime-local"
          value={draft.publishedFrom}
          onChange={(event) => onChange({ publishedFrom: event.target.value })}
        />
      </Field>
      <Field label="公開の終了" note="任意">
        <Input
          type="datetime-local"
          value={draft.publishedUntil}
          onChange={(event) => onChange({ publishedUntil: event.target.value })}
        />
      </Field>
    </div>
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={draft.isListed}
        onChange={(event) => onChange({ isListed: event.target.checked })}
      />
      <span>
        一覧に載せる
        <small className={pageStyles.aside}>載せないページは、アドレスを知っている人だけが見られます。</small>
      </span>
    </label>
  </>
)
