import { isRefusalBody, requestTimeoutMs } from '#contract/core/client.ts'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'

/** Specification 8, the rows of the review, word for word. */
export const reviewTexts = {
  success: 'レビューを投稿しました！',
  noSession: 'ログインが必要です',
  serverFailure: '投稿に失敗しました',
  httpError: (message: string | number) => `エラー: ${message}`,
  noResponse: 'サーバーからの応答がありません。通信環境をご確認ください。',
  setupFailure: 'リクエストの送信に失敗しました。しばらく経ってから再度お試しください。',
  unexpected: '予期せぬエラーが発生しました。しばらく経ってから再度お試しください。',
} as const

export type ReviewPayload = RequestOf<typeof reviewsEndpoints.postUserReview>
export type ReviewOutcome =
  | { isPosted: true }
  /** `isWarning`: the contact guard's, which may be overruled. */
  | { isPosted: false; message: string; isWarning: boolean }

const failed = (message: string, isWarning = false): ReviewOutcome => ({
  isPosted: false,
  message,
  isWarning,
})

const isWarning = (body: unknown): boolean => isRefusalBody(body) && body.code === 'contactWarning'

/** A body's own message; undefined when it has none, or isn't JSON. */
const messageOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message || undefined
    : undefined

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const outcomeOf = async (response: Response): Promise<ReviewOutcome> => {
  const text = await response.text()
  if (!response.ok) {
    const refused = parsed(text)
    const message = messageOf(refused) ?? (response.statusText || response.status)
    return failed(reviewTexts.httpError(message), isWarning(refused))
  }
  const body: unknown = JSON.parse(text)
  const isSuccess = typeof body === 'object' && body !== null && 'type' in body && body.type === 'success'
  return isSuccess ? { isPosted: true } : failed(messageOf(body) ?? reviewTexts.serverFailure)
}

/**
 * Posts a review. Unlike other calls it distinguishes its failures, each with the specified sentence: a
 * request that could not be made, no answer, an HTTP error, a refusal by the server, and anything else.
 * `payload` is null without a session.
 */
export const submitReview = async (
  payload: ReviewPayload | null,
  send: typeof fetch = fetch,
): Promise<ReviewOutcome> => {
  if (!payload) return failed(reviewTexts.noSession)
  let request: Request
  try {
    request = new Request(new URL(reviewsEndpoints.postUserReview.path, location.origin), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
  } catch {
    return failed(reviewTexts.setupFailure)
  }
  let response: Response
  try {
    response = await send(request)
  } catch {
    return failed(reviewTexts.noResponse)
  }
  try {
    return await outcomeOf(response)
  } catch {
    return failed(reviewTexts.unexpected)
  }
}
