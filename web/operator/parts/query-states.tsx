import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'

interface ShownQuery<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

/** The states of a query: loading, failed with 再試行, and its data. */
export const QueryStates = <Data,>({
  query,
  children,
}: {
  query: ShownQuery<Data>
  children: (data: Data) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <QueryError query={query} />
  return <RowsSkeleton count={5} />
}

/** The one line of an empty list. */
export const NothingHere = ({ title, children }: { title: string; children?: ReactNode }) => (
  <EmptyState picture={null} title={title}>
    {children}
  </EmptyState>
)
