import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { PostCard } from './post/post-card.tsx'
import type { PostPage } from './queries.ts'
import styles from './timeline.module.css'

/** After so many posts something else may be among them. */
const interludeAfter = 4

/** Posts page by page; the next page comes when the end is near. */
export const PostList = ({
  query,
  interlude = null,
  empty,
}: {
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>
  interlude?: ReactNode
  empty: { title: string; text: string }
}) => (
  <PagedList
    query={query}
    itemsOf={({ posts }) => posts}
    loading={<RowsSkeleton count={4} />}
    empty={
      <>
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
        {interlude}
      </>
    }
  >
    {(posts) => (
      <div className={styles.list}>
        {posts.map((post, index) => (
          <Fragment key={post.postId}>
            <PostCard post={post} />
            {index === Math.min(interludeAfter, posts.length) - 1 ? interlude : null}
          </Fragment>
        ))}
        <NearEnd query={query} />
      </div>
    )}
  </PagedList>
)

const NearEnd = ({
  query,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isError' | 'fetchNextPage'>
}) => {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  useEffect(() => {
    // After a failure the button below asks again.
    if (!end.current || !hasNextPage || isFetchingNextPage || isError) return
    const watching = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage()
      },
      { rootMargin: '600px' },
    )
    watching.observe(end.current)
    return () => watching.disconnect()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  return <div ref={end} className={styles.end} />
}
