import { ArrowDown, Bell, BellOff } from 'lucide-react'
import { useRef } from 'react'
import type { BoardPost, BoardThread } from '#contract/boards/boards.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { useParams } from '#web/router/router.ts'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useHashTarget } from '#web/shell/navigation/use-hash-target.ts'
import { isNotFound } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { AnswerComposer } from './answer-composer.tsx'
import { PostItem } from './post-item.tsx'
import { postsAfter, useBoardThread, useSubscribeBoard } from './queries.ts'
import styles from './thread-page.module.css'

/** One thread of the boards with its posts. */
export const BoardThreadPage = () => {
  const { threadId = '' } = useParams()
  return (
    <MemberSubPage key={threadId} title="スレッド" back={paths.boards()}>
      <Thread threadId={threadId} />
    </MemberSubPage>
  )
}

const firstDraft = { text: '' }

const Thread = ({ threadId }: { threadId: string }) => {
  const { query, newer, append, last } = useBoardThread(threadId)
  const kept = useKeptDraft(`boardAnswer:${threadId}`, firstDraft)
  const input = useRef<HTMLTextAreaElement>(null)
  const isPostGone = useHashTarget('post-', query)
  if (isNotFound(query.error)) return <Gone />
  if (!query.data)
    return <Panel>{query.isError ? <QueryError query={query} /> : <RowsSkeleton count={6} />}</Panel>
  const [first] = query.data.pages
  if (!first || !('thread' in first)) return <Gone />
  const { thread, opening } = first
  const answers = query.data.pages.flatMap(({ posts }) => posts).filter(({ number }) => number > 1)
  const quote = (number: number) => {
    const { text } = kept.draft
    kept.change({ text: text === '' ? `>>${number}\n` : `${text.trimEnd()}\n>>${number}\n` })
    input.current?.focus()
  }
  const showOwn = async () => {
    append(await postsAfter(threadId, last).catch(() => ({ posts: [], more: false })))
  }
  return (
    <>
      <ThreadHead thread={thread} />
      {isPostGone ? (
        <p className={styles.closed} role="status">
          この書き込みは削除されたか、表示できません。
        </p>
      ) : null}
      <Panel className={styles.panel}>
        <Posts posts={opening ? [opening, ...answers] : answers} onQuote={quote} />
        <MoreButton query={query} />
        {newer.posts.length > 0 ? (
          <Button block variant="tonal" icon={ArrowDown} onClick={() => append(newer)}>
            {`新しい書き込み${count(newer.posts.length)}件を表示`}
          </Button>
        ) : null}
      </Panel>
      {thread.isClosed ? (
        <p className={styles.closed}>このスレッドは終了しました。</p>
      ) : (
        <AnswerComposer threadId={threadId} kept={kept} inputRef={input} onPosted={() => void showOwn()} />
      )}
    </>
  )
}

const ThreadHead = ({ thread }: { thread: BoardThread }) => {
  const subscribe = useSubscribeBoard(thread.threadId)
  return (
    <div className={styles.head}>
      <h2>{thread.title}</h2>
      <Button
        size="s"
        icon={thread.isSubscribed ? BellOff : Bell}
        busy={subscribe.isPending}
        onClick={() => subscribe.mutate(!thread.isSubscribed)}
      >
        {thread.isSubscribed ? 'お知らせを止める' : 'お知らせを受け取る'}
      </Button>
    </div>
  )
}

const Posts = ({ posts, onQuote }: { posts: readonly BoardPost[]; onQuote: (number: number) => void }) => (
  <ol className={styles.posts}>
    {posts.map((post) => (
      <li key={post.postId}>
        <PostItem post={post} onQuote={onQuote} />
      </li>
    ))}
  </ol>
)

const Gone = () => (
  <Panel>
    <EmptyState
      title="このスレッドは表示できません"
      action={
        <ButtonLink variant="tonal" to={paths.boards()}>
          掲示板へ
        </ButtonLink>
      }
    >
      削除されたか、表示できないスレッドです。
    </EmptyState>
  </Panel>
)
