import type { RefusalBody } from '#contract/refusals.ts'
import type { EndpointSpec, OutputOf, RequestOf } from './endpoint.ts'

/** Specification 7: own POST and GET calls time out after 10 s. */
export const requestTimeoutMs = 10_000

/** Specification 8: what any network or server failure becomes. */
export const failureMessage = 'サーバーとの通信に失敗しました'

export interface Failure {
  type: 'error'
  /** A refusal's code, or `serverFailure` for a 5xx, a timeout, or an answer that isn't ours. */
  code: RefusalBody['code']
  message: string
}

export const serverFailure: Failure = { type: 'error', code: 'serverFailure', message: failureMessage }

/** Every output of ours is an object; anything else comes from something between us and the server. */
const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Array.isArray(body)

/** Whether an answer's body is a refusal of ours. */
export const isRefusalBody = (body: unknown): body is RefusalBody =>
  isObject(body) &&
  'message' in body &&
  typeof body.message === 'string' &&
  'code' in body &&
  typeof body.code === 'string'

/**
 * Calls one endpoint. Never throws: the answer is the output or a failure with a Japanese sentence. The browser doesn't
 * have the schemas, so an object with status 200 counts as the output; the server checks what it sends.
 */
export const call = async <E extends EndpointSpec>(
  endpoint: E,
  input: RequestOf<E>,
  options: {
    signal?: AbortSignal
    keepalive?: boolean
    origin?: string
    headers?: Record<string, string>
    /** Called with the answer's headers before its body is read: their `Date` is the server's clock. */
    onHeaders?: (headers: Headers) => void
  } = {},
): Promise<OutputOf<E> | Failure> => {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const isPost = endpoint.method === 'POST'
  try {
    const response = await fetch(`${options.origin ?? ''}${endpoint.path}`, {
      method: endpoint.method,
      signal,
      headers: {
        accept: 'application/json',
        ...(isPost ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(isPost ? { body: JSON.stringify(input) } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    })
    options.onHeaders?.(response.headers)
    const body: unknown = await response.json()
    if (response.ok) return isObject(body) ? (body as OutputOf<E>) : serverFailure
    return response.status < 500 && isRefusalBody(body)
      ? { type: 'error', code: body.code, message: body.message }
      : serverFailure
  } catch {
    return serverFailure
  }
}

export const isFailure = (answer: unknown): answer is Failure =>
  typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'error'
