import { ErrorState } from './empty-state.tsx'

/** A failed query: the text of the failure, and 再試行. */
export const QueryError = ({
  query,
}: {
  query: { error: { message: string } | null; isFetching: boolean; refetch: () => unknown }
}) =>
  query.error ? (
    <ErrorState message={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
  ) : null
