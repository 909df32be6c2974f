import { setTimeout as pause } from 'node:timers/promises'

/** Runs it `count` times at an even pace, without waiting for the earlier runs; resolves when all have ended. */
export const atPace = async (
  perSec: number,
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> => {
  const startedAt = performance.now()
  const underWay: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const waitMs = startedAt + (index * 1000) / perSec - performance.now()
    if (waitMs > 0) await pause(waitMs)
    underWay.push(work(index))
  }
  await Promise.all(underWay)
}

/** Answers the parent's messages one by one; a failure ends the process. */
export const answerQuestions = <Question>(answer: (question: Question) => Promise<unknown>): void => {
  process.on('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    answer(question).then(
      (value) => process.send?.(value),
      (error: unknown) => {
        throw error
      },
    )
  })
}
