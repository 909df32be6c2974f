/** The result of the promise, or `otherwise` when it rejects or takes longer than `ms`. */
export const withTimeout = async <Answer>(
  ms: number,
  asked: Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> => {
  const { promise: isLate, resolve } = Promise.withResolvers<Answer>()
  const timer = setTimeout(resolve, ms, otherwise)
  try {
    return await Promise.race([asked.catch(() => otherwise), isLate])
  } finally {
    clearTimeout(timer)
  }
}
