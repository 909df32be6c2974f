import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { uploadBytesMax, uploadTimeoutMs } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { Spool } from './upload-spool.ts'

/** How far a sender may fall behind the slowest rate: the beginning, and interruptions. */
const pauseMsMax = 10_000
/** Below 4 KB a second no image of our pages arrives in time. */
const bytesPerMsMin = 4

const late = Symbol('late')

interface ReceiveOptions extends Pick<Context, 'now'> {
  /** Of an image where nothing else is said. */
  bytesMax?: number
  timeoutMs?: number
}

/**
 * Writes a body to a spool, limited in size, time and slowest rate. Also refuses with `uploadCutOff` when the
 * sender disconnects.
 */
export const receiveUpload = async (
  body: ReadableStream<Uint8Array> | null,
  spool: Pick<Spool, 'write'>,
  { now, bytesMax = uploadBytesMax, timeoutMs = uploadTimeoutMs }: ReceiveOptions,
): Promise<'received' | Refusal<'uploadTooLarge' | 'uploadCutOff' | 'uploadTooMany'>> => {
  if (!body) return 'received'
  const reader = body.getReader()
  const beganAtMs = now()
  let length = 0
  const lateAtMs = () => beganAtMs + Math.min(timeoutMs, pauseMsMax + length / bytesPerMsMin)
  const deadline = watchDeadline(lateAtMs, now)
  try {
    for (;;) {
      const next = await Promise.race([nextOf(reader), deadline.passed])
      if (next === late || next === 'broken') return refuse('uploadCutOff')
      if (next.done) return 'received'
      length += next.value.length
      if (length > bytesMax) return refuse('uploadTooLarge')
      if (!(await spool.write(next.value))) return refuse('uploadTooMany')
    }
  } finally {
    deadline.stop()
    // Nobody reads the rest of the body.
    reader.cancel().catch(() => undefined)
  }
}

const nextOf = (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  reader.read().catch((): 'broken' => 'broken')

/** Resolves `passed` once the deadline, which moves with the received bytes, has passed. */
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
