import { SubPage } from '#web/layout/sub-page.tsx'
import { useNavigate, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { Comments } from './comments/comments.tsx'
import { PostCard } from './post/post-card.tsx'
import { usePost } from './queries.ts'

/** One post with its comments. */
export const PostPage = () => {
  const postId = useParams().postId ?? ''
  const navigate = useNavigate()
  const query = usePost(postId)
  const isGone = query.error instanceof AnswerError && query.error.code !== 'serverFailure'
  return (
    <SubPage title="投稿" back={paths.base()}>
      {isGone ? (
        <EmptyState
          title="この投稿は表示できません"
          action={<ButtonLink to={paths.base()}>ベースへ戻る</ButtonLink>}
        >
          削除されたか、公開されていません。
        </EmptyState>
      ) : query.data ? (
        <>
          <PostCard post={query.data} onDeleted={() => void navigate(paths.base())} />
          <Comments key={postId} postId={postId} />
        </>
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <RowsSkeleton count={3} />
      )}
    </SubPage>
  )
}
