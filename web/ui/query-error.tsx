import { ErrorState } from './empty-state.tsx'

/** What was asked for could not be loaded: the sentence of the failure, and 再試行. */
export const QueryError = ({
  query,
}: {
  query: { error: { message: string } | null; isFetching: boolean; refetch: () => unknown }
}) =>
  query.error ? (
    <ErrorState message={query.error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
  ) : null
