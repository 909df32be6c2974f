import { useState } from 'react'
import { boardTextMax, boardTitleMax } from '#contract/boards/boards.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { readBoardText, readBoardTitle } from '#domain/boards/board.ts'
import { graphemeCount } from '#domain/text/written.ts'
import { useNavigate } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './composer.module.css'
import { useBoardCategories, usePostBoard } from './queries.ts'

const counted = (text: string, max: number) => (
  <span className="num">{`${graphemeCount(text.trim())}/${max}`}</span>
)

/** A new thread with its first post. Nothing that was written is lost by a refusal. */
export const NewThreadModal = ({ category, onClose }: { category: string | null; onClose: () => void }) => {
  const navigate = useNavigate()
  const known = useBoardCategories()
  const categories = known.data?.categories ?? []
  const [draft, setDraft] = useState({ categoryId: category ?? '', title: '', text: '' })
  const sent = useSentId()
  const post = usePostBoard()
  const categoryId = draft.categoryId || (categories[0]?.categoryId ?? '')
  const isWarned = post.error instanceof AnswerError && post.error.code === 'contactWarning'
  const isReady =
    categoryId !== '' && !isRefusal(readBoardTitle(draft.title)) && !isRefusal(readBoardText(draft.text))
  const change = (changes: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changes })
    if (post.isError) post.reset()
  }
  const send = () => {
    const threadId = sent.idOf([categoryId, draft])
    post.mutate(
      { ...draft, categoryId, threadId, isWarned },
      {
        onSuccess: () => {
          onClose()
          void navigate(paths.boardThread(threadId))
        },
      },
    )
  }
  return (
    <Modal
      open
      onClose={onClose}
      title="スレッドを立てる"
      dismissible={!post.isPending}
      isWritten={draft.title !== '' || draft.text !== ''}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {known.isError && !known.data ? (
          <QueryError query={known} />
        ) : (
          <Field label="カテゴリー">
            <Select value={categoryId} onChange={(event) => change({ categoryId: event.target.value })}>
              {categories.map((each) => (
                <option key={each.categoryId} value={each.categoryId}>
                  {each.name}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label="タイトル" note={counted(draft.title, boardTitleMax)}>
          <Input
            value={draft.title}
            readOnly={post.isPending}
            onChange={(event) => change({ title: event.target.value })}
          />
        </Field>
        <Field
          label="本文"
          note={counted(draft.text, boardTextMax)}
          hint="連絡先や個人がわかることは書かないでください。"
        >
          <Textarea
            rows={6}
            value={draft.text}
            readOnly={post.isPending}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
        <Refusal text={post.error?.message} />
        <Button
          type="submit"
          variant={isWarned ? 'quiet' : 'primary'}
          size="l"
          block
          busy={post.isPending}
          disabled={!isReady}
        >
          {isWarned ? 'このまま投稿する' : '投稿する'}
        </Button>
      </form>
    </Modal>
  )
}
