import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { uploadBytesMax, uploadTimeoutMs } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { Spool } from './upload-spool.ts'

/** A sender may be behind the slowest rate by so much: the beginning, and tunnels. */
const pauseMsMax = 10_000
/** At less than 4 KB a second no picture of a page of ours arrives within its time. */
const bytesPerMsMin = 4

const late = Symbol('late')

/**
 * Writes a body to a spool, held to a size, a time and a slowest rate. Refuses with `uploadCutOff`, too, when the sender
 * goes away.
 */
export const receiveUpload = async (
  body: ReadableStream<Uint8Array> | null,
  spool: Pick<Spool, 'write'>,
  { now }: Pick<Context, 'now'>,
): Promise<'received' | Refusal<'uploadTooLarge' | 'uploadCutOff' | 'uploadTooMany'>> => {
  if (!body) return 'received'
  const reader = body.getReader()
  const beganAtMs = now()
  let length = 0
  const lateAtMs = () => beganAtMs + Math.min(uploadTimeoutMs, pauseMsMax + length / bytesPerMsMin)
  const deadline = watchDeadline(lateAtMs, now)
  try {
    for (;;) {
      const next = await Promise.race([nextOf(reader), deadline.passed])
      if (next === late || next === 'broken') return refuse('uploadCutOff')
      if (next.done) return 'received'
      length += next.value.length
      if (length > uploadBytesMax) return refuse('uploadTooLarge')
      if (!(await spool.write(next.value))) return refuse('uploadTooMany')
    }
  } finally {
    deadline.stop()
    // What is still coming is nobody's any more.
    reader.cancel().catch(() => undefined)
  }
}

const nextOf = (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  reader.read().catch((): 'broken' => 'broken')

/** Resolves `passed` once the deadline, which moves on with what arrives, lies behind. */
const watchDeadline = (lateAtMs: () => number, now: () => number) => {
  const { promise: passed, resolve } = Promise.withResolvers<typeof late>()
  let timer: NodeJS.Timeout
  const watch = () => {
    const leftMs = lateAtMs() - now()
    if (leftMs <= 0) resolve(late)
    else timer = setTimeout(watch, leftMs)
  }
  watch()
  return { passed, stop: () => clearTimeout(timer) }
}
