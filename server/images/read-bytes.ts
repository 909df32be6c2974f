import { type Refusal, refuse } from '../../contract/refusal.ts'

const slow = Symbol('slow')

/** A body's bytes, held to a size and a time. Refuses with `uploadCutOff`, too, when the sender goes away. */
export const readBytes = async (
  body: ReadableStream<Uint8Array> | null,
  { bytesMax, withinMs }: { bytesMax: number; withinMs: number },
): Promise<Buffer | Refusal<'uploadTooLarge' | 'uploadCutOff'>> => {
  if (!body) return Buffer.alloc(0)
  const reader = body.getReader()
  const timer = Promise.withResolvers<typeof slow>()
  const timeout = setTimeout(() => timer.resolve(slow), withinMs)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), timer.promise])
      if (next === slow) return refuse('uploadCutOff')
      if (next.done) return Buffer.concat(chunks)
      length += next.value.length
      if (length > bytesMax) return refuse('uploadTooLarge')
      chunks.push(next.value)
    }
  } catch {
    return refuse('uploadCutOff')
  } finally {
    clearTimeout(timeout)
    // What is still coming is nobody's any more.
    reader.cancel().catch(() => undefined)
  }
}
