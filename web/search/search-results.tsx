import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef } from 'react'
import type { PersonCard } from '#contract/people/people.ts'
import { type SearchFilters, type SearchSort, searchSorts } from '#contract/people/search.ts'
import { PersonTile } from '#web/favourites/person-tile.tsx'
import { searchKey } from '#web/people/queries.ts'
import { AnswerError } from '#web/shell/query.ts'
import { useNearScreen } from '#web/shell/use-near-screen.ts'
import { count } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MoreButton } from '#web/ui/paged-list.tsx'
import { PersonGrid, PersonGridSkeleton } from '#web/ui/person/person-card.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { activeFilters, sortText } from './active-filters.ts'
import { useSearch } from './search-queries.ts'
import styles from './search-results.module.css'

/** Cards a phone shows without scrolling; their pictures are fetched first. */
const eagerCards = 4
/** The server counts no further. */
const countedMax = 1_000

interface SearchResultsProps {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
  onLoosen: () => void
  onReset: () => void
}

export const SearchResults = (props: SearchResultsProps) => {
  const query = useSearch(props.filters)
  const pages = query.data?.pages
  const people = useMemo(() => eachOnce(pages?.flatMap((page) => page.users) ?? []), [pages])
  if (query.isError && !query.data) return <QueryError query={query} />
  const total = pages?.[0]?.total
  return (
    <section aria-label="結果">
      <div className={styles.head}>
        <p role="status">{total === undefined || total === null ? '' : found(total)}</p>
        <SortMenu sort={props.filters.sort} onChange={(sort) => props.onChange({ ...props.filters, sort })} />
      </div>
      {!pages ? (
        <PersonGridSkeleton count={8} />
      ) : people.length === 0 ? (
        <NobodyFound {...props} />
      ) : (
        <div className={styles.people} aria-busy={query.isPlaceholderData || undefined}>
          <PersonGrid>
            {people.map((person, index) => (
              <li key={person.id}>
                <PersonTile person={person} eager={index < eagerCards} kind={props.filters.kind} />
              </li>
            ))}
          </PersonGrid>
          <More query={query} />
        </div>
      )}
    </section>
  )
}

/** A person whose rating or price changed between two pages may be on both. */
const eachOnce = (people: readonly PersonCard[]): PersonCard[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
]

const found = (total: number): string =>
  total === 0 ? '見つかりませんでした' : `${count(total)}人${total === countedMax ? '以上' : ''}`

const SortMenu = ({ sort, onChange }: { sort: SearchSort; onChange: (sort: SearchSort) => void }) => {
  const id = useId()
  return (
    <div className={styles.sort}>
      <label className="vh" htmlFor={id}>
        並び順
      </label>
      <select id={id} value={sort} onChange={(event) => onChange(event.target.value as SearchSort)}>
        {searchSorts.map((one) => (
          <option key={one} value={one}>
            {sortText[one]}
          </option>
        ))}
      </select>
    </div>
  )
}

const NobodyFound = ({ filters, onLoosen, onReset }: SearchResultsProps) => {
  const hasFilters = activeFilters(filters).length > 0
  return (
    <EmptyState
      title="条件に合う人が見つかりません"
      action={
        <div className={styles.ways}>
          {hasFilters ? (
            <Button variant="primary" onClick={onLoosen}>
              条件をゆるめる
            </Button>
          ) : null}
          <Button variant={hasFilters ? 'quiet' : 'primary'} onClick={onReset}>
            {hasFilters ? '条件をすべて外す' : '全員を見る'}
          </Button>
        </div>
      }
    >
      {filters.text
        ? `「${filters.text}」を短くするか、ほかの言葉でもお試しください。`
        : '年齢や地域を広げると、見つかるかもしれません。'}
    </EmptyState>
  )
}

/** The next page loads by itself on scrolling, or by a press; after a failure only by a press. */
const More = ({ query }: { query: ReturnType<typeof useSearch> }) => {
  const queryClient = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage, error } =
    query
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData
  useNearScreen(place, isReady, () => void fetchNextPage())
  if (isFetchNextPageError) {
    const isGone = error instanceof AnswerError && error.code === 'searchPageGone'
    return (
      <div className={styles.more} role="alert">
        <p>{error?.message}</p>
        <Button
          variant="quiet"
          onClick={() => {
            if (!isGone) return void fetchNextPage()
            window.scrollTo({ top: 0 })
            void queryClient.resetQueries({ queryKey: searchKey })
          }}
        >
          {isGone ? 'もう一度検索する' : '再試行'}
        </Button>
      </div>
    )
  }
  return (
    <div ref={place} className={styles.more}>
      <MoreButton query={query} />
    </div>
  )
}
