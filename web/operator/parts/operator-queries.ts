import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'

/** The root key of the console in the cache, apart from what members see. */
const operatorKey = 'operator'
const meKey = [operatorKey, 'me'] as const
/** Open notices are counted, and an ended sign-in is noticed, this often. */
const meEveryMs = 30_000

/** The signed-in operator, and the step of the sign-in. The error `notLoggedIn` is a visitor. */
export const useOperatorMe = () =>
  useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => fetchEndpoint(operatorEndpoints.operatorMe, {}, { signal }),
    refetchInterval: meEveryMs,
    staleTime: 0,
  })

/** After a step of the sign-in: fetches the operator again. */
export const refreshMe = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: meKey })

/** Clears the operator's data from the cache after a sign-out. */
export const clearOperatorSession = (client: QueryClient): void => {
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] === operatorKey && queryKey[1] !== meKey[1],
  })
}

const isSignedOut = (error: unknown): boolean =>
  error instanceof AnswerError && (error.code === 'notLoggedIn' || error.code === 'secondStepMissing')

/** `fetchEndpoint` for operators: an expired session shows the sign-in again. */
const fetchAsOperator = async <E extends EndpointSpec>(
  client: QueryClient,
  endpoint: E,
  input: RequestOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<OutputOf<E>> => {
  try {
    return await fetchEndpoint(endpoint, input, options)
  } catch (error) {
    if (isSignedOut(error)) void refreshMe(client)
    throw error
  }
}

/** An endpoint's answer to this input. It never refetches by itself: that would keep an idle page signed in. */
export const useOperatorQuery = <E extends EndpointSpec>(endpoint: E, input: RequestOf<E>) => {
  const client = useQueryClient()
  return useQuery<OutputOf<E>>({
    queryKey: [operatorKey, endpoint.path, input],
    queryFn: ({ signal }) => fetchAsOperator(client, endpoint, input, { signal }),
    staleTime: 0,
  })
}

/** A list page by page; `placeAfter` is the part of the request that asks for what follows a page, if anything does. */
const usePages = <E extends EndpointSpec>(
  endpoint: E,
  input: object,
  placeAfter: (page: OutputOf<E>) => object | undefined,
) => {
  const client = useQueryClient()
  return useInfiniteQuery<OutputOf<E>, Error, InfiniteData<OutputOf<E>>, readonly unknown[], object>({
    queryKey: [operatorKey, endpoint.path, input],
    queryFn: ({ signal, pageParam }) =>
      fetchAsOperator<E>(client, endpoint, { ...input, ...pageParam } as RequestOf<E>, { signal }),
    initialPageParam: {},
    getNextPageParam: placeAfter,
    staleTime: 0,
  })
}

/** A list by falling ids, page by page: the endpoint accepts `beforeId` and answers `hasMore`. */
export const useOperatorPages = <E extends EndpointSpec>(
  endpoint: OutputOf<E> extends { hasMore: boolean } ? E : never,
  input: Omit<RequestOf<E>, 'beforeId'>,
  lastIdOf: (page: OutputOf<E>) => number | undefined,
) =>
  usePages<E>(endpoint, input, (page) => {
    const beforeId = (page as { hasMore: boolean }).hasMore ? lastIdOf(page) : undefined
    return beforeId === undefined ? undefined : { beforeId }
  })

/** A list with a cursor, page by page: the endpoint accepts `after` and answers `next`. */
export const useOperatorCursorPages = <E extends EndpointSpec>(
  endpoint: OutputOf<E> extends { next: string | null } ? E : never,
  input: Omit<RequestOf<E>, 'after'>,
) =>
  usePages<E>(endpoint, input, (page) => {
    const { next } = page as { next: string | null }
    return next === null ? undefined : { after: next }
  })

/** An action of the console. Afterwards the queries on the screen are fetched again. */
export const useOperatorAction = <E extends EndpointSpec>(endpoint: E) => {
  const client = useQueryClient()
  return useMutation<OutputOf<E>, Error, RequestOf<E>>({
    mutationFn: (input) => fetchAsOperator(client, endpoint, input),
    onSuccess: () => client.invalidateQueries({ queryKey: [operatorKey] }),
  })
}
