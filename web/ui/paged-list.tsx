import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Refusal } from './form/refusal.tsx'
import { QueryError } from './query-error.tsx'

/** A list that comes page by page: while it loads, when it failed, when it is empty, and with a button for more. */
export const PagedList = <Page, Item>({
  query,
  itemsOf,
  loading,
  empty,
  moreClassName,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<Page>>
  itemsOf: (page: Page) => readonly Item[]
  /** Until the first page is there. */
  loading: ReactNode
  empty: ReactNode
  moreClassName?: string | undefined
  children: (items: readonly Item[]) => ReactNode
}) => {
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return loading
  const items = query.data.pages.flatMap(itemsOf)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <MoreButton query={query} className={moreClassName} />
    </>
  )
}

/** Fetches the next page, and says why it didn't come; nothing after the last one. */
export const MoreButton = ({
  query,
  className = '',
}: {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
  className?: string | undefined
}) =>
  query.hasNextPage ? (
    <>
      <Refusal text={query.isFetchNextPageError ? query.error?.message : null} />
      <Button
        block
        className={className}
        busy={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        もっと見る
      </Button>
    </>
  ) : null
