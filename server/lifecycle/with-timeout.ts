/** The result of the promise, or `otherwise` when it rejects or takes longer than `ms`. */
export const withTimeout = async <Answer>(
  ms: number,
  promise: Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> => {
  const { promise: isLate, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(resolve, ms, otherwise)
  try {
    return await Promise.race([promise.catch(() => otherwise), isLate])
  } finally {
    clearTimeout(timer)
  }
}
