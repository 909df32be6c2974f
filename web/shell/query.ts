import { QueryClient } from '@tanstack/react-query'
import { call, type Failure, isFailure } from '#contract/core/client.ts'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'

/** A failed answer as the error of a query; `message` is the Japanese sentence to show. */
export class AnswerError extends Error {
  override name = 'AnswerError'
  readonly code: Failure['code']

  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
  }
}

/** Whether the server knows no such thing any more, or never did. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof AnswerError && error.code === 'notFound'

type Answer = <E extends EndpointSpec>(endpoint: E, input: RequestOf<E>) => Promise<OutputOf<E> | Failure>

let answerInPlace: Answer | null = null

/** On the server, which asks its own endpoints without a connection. */
export const answerQueriesBy = (answer: Answer | null): void => {
  answerInPlace = answer
}

/** `call` for queries and mutations: throws `AnswerError` where `call` answers a failure. */
export const fetchEndpoint = async <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
  options: { signal?: AbortSignal } = {},
): Promise<OutputOf<E>> => {
  const answer = await (answerInPlace ?? call)(endpoint, input, options)
  if (isFailure(answer)) throw new AnswerError(answer)
  return answer
}

/**
 * Whether a query asks for its first answer. What is below its place waits for that, so that nothing moves under a
 * finger; nobody waits for a query that has failed once.
 */
export const isAwaited = ({
  isLoading,
  failureCount,
}: {
  isLoading: boolean
  failureCount: number
}): boolean => isLoading && failureCount === 0

const staleMs = 15_000

/** Only temporary failures are retried; a refusal is final. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 2 && error instanceof AnswerError && error.code === 'serverFailure'

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleMs, retry: isWorthRetrying },
      mutations: { retry: false },
    },
  })
