import { type Failure, isFailure } from '#contract/core/client.ts'

export const retryPauseMs = 1_000
export const triesMax = 3

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Retries while the server is unreachable, until `isOver`. Only for idempotent requests. */
export const retrying = async <Answer extends object>(
  request: () => Promise<Answer | Failure>,
  isOver: () => boolean,
): Promise<Answer | Failure> => {
  let answer = await request()
  for (let tries = 1; tries < triesMax; tries += 1) {
    if (!isFailure(answer) || answer.code !== 'serverFailure') return answer
    await pause(retryPauseMs)
    if (isOver()) return answer
    answer = await request()
  }
  return answer
}
