/** Answers of the services that we ask are small; a longer one isn't theirs. */
const answerBytesMax = 64 * 1024

/** Reads at most 64 KiB, whatever Content-Length says. @returns undefined for what is no JSON, or more than that */
export const readJsonAnswer = async (answer: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > answerBytesMax) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Why `fetch` failed, in a word that names neither address nor content. */
export const failureReason = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' ? 'timeout' : (cause?.code ?? 'noAnswer')
}
