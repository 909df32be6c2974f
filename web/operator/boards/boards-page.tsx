import { useState } from 'react'
import {
  type FlaggedBoardPost,
  type OperatorBoardCategory,
  operatorBoardsEndpoints,
} from '#contract/boards/operator.ts'
import { Link } from '#web/router/router.ts'
import { reasonText } from '#web/safety/safety-texts.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Mark } from '#web/ui/form/chip.tsx'
import { Field, Input, Textarea } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'

/** Flagged posts of the boards, and their categories. */
export const OperatorBoardsPage = () => {
  const flags = useOperatorQuery(operatorBoardsEndpoints.operatorBoardFlags, {})
  const categories = useOperatorQuery(operatorBoardsEndpoints.operatorBoardCategories, {})
  return (
    <>
      <PageHead
        title="掲示板"
        about="通報された書き込みです。3人から通報された書き込みは、ここで判断するまで表示されません。投稿者が削除した書き込みも、ここで判断するまで読めます。書いた人の名前は、ほかの会員には見えません。"
      />
      <QueryStates query={flags}>
        {({ posts }) =>
          posts.length === 0 ? (
            <Panel>
              <p className={styles.aside}>対応が必要な書き込みはありません。</p>
            </Panel>
          ) : (
            posts.map((post) => <FlaggedPost key={post.postId} post={post} />)
          )
        }
      </QueryStates>
      <QueryStates query={categories}>
        {(answer) => <Categories key={JSON.stringify(answer.categories)} stored={answer.categories} />}
      </QueryStates>
    </>
  )
}

const FlaggedPost = ({ post }: { post: FlaggedBoardPost }) => {
  const decide = useOperatorAction(operatorBoardsEndpoints.operatorDecideBoardPost)
  const [reason, setReason] = useState('')
  const { postId } = post
  return (
    <section className={styles.section}>
      <Panel title={`${post.threadTitle}・${post.number}番`} note={<DateText at={post.postedAt} />}>
        <div className={styles.action}>
          {post.isHidden ? <Mark>自動で非表示</Mark> : null}
          {post.isDeleted ? <Mark>投稿者が削除済み</Mark> : null}
          <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{post.text}</p>
          <p className={styles.aside}>
            {post.flags.map(({ reason: of, count }) => `${reasonText[of]} ${count}件`).join('・')}
            {post.author ? (
              <>
                ・書いた人 <Link to={paths.operator(`members/${post.author.id}`)}>{post.author.name}</Link>
              </>
            ) : null}
          </p>
          <Field label="削除の理由" note="削除するときに必要">
            <Textarea rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <div className={styles.choices}>
            <Button
              size="s"
              busy={decide.isPending}
              onClick={() => decide.mutate({ postId, decision: 'keep' })}
            >
              問題なし
            </Button>
            {reason.trim() === '' ? null : (
              <>
                <ConfirmButton
                  action={decide}
                  input={{ postId, decision: 'remove', reason }}
                  label="書き込みを削除する"
                  title="この書き込みを削除しますか？"
                  variant="ink"
                />
                <ConfirmButton
                  action={decide}
                  input={{ postId, decision: 'removeAndCloseThread', reason }}
                  label="削除してスレッドを終了する"
                  title="この書き込みを削除し、スレッドを終了しますか？"
                />
              </>
            )}
          </div>
        </div>
      </Panel>
    </section>
  )
}

const Categories = ({ stored }: { stored: readonly OperatorBoardCategory[] }) => {
  const set = useOperatorAction(operatorBoardsEndpoints.operatorSetBoardCategories)
  const [rows, setRows] = useState(stored.map((row) => ({ ...row })))
  const [added, setAdded] = useState({ categoryId: '', name: '' })
  const change = (place: number, changes: Partial<OperatorBoardCategory>) =>
    setRows(rows.map((row, index) => (index === place ? { ...row, ...changes } : row)))
  const all = added.categoryId === '' ? rows : [...rows, { ...added, isOpen: true }]
  return (
    <ActionPanel
      title="カテゴリー"
      about="閉じたカテゴリーのスレッドは残り、新しいスレッドだけ立てられなくなります。"
    >
      {rows.map((row, place) => (
        <Field
          key={row.categoryId}
          label={row.categoryId}
          trailing={
            <Button
              size="s"
              aria-label={`${row.name}を${row.isOpen ? '閉じる' : '開く'}`}
              onClick={() => change(place, { isOpen: !row.isOpen })}
            >
              {row.isOpen ? '閉じる' : '開く'}
            </Button>
          }
        >
          <Input value={row.name} onChange={(event) => change(place, { name: event.target.value })} />
        </Field>
      ))}
      <Field label="追加する記号" note="半角英数字">
        <Input
          value={added.categoryId}
          onChange={(event) => setAdded({ ...added, categoryId: event.target.value })}
        />
      </Field>
      <Field label="追加する名前">
        <Input value={added.name} onChange={(event) => setAdded({ ...added, name: event.target.value })} />
      </Field>
      <ConfirmButton
        action={set}
        input={{ categories: all }}
        label="カテゴリーを保存する"
        title="カテゴリーを保存しますか？"
        variant="ink"
      />
    </ActionPanel>
  )
}
