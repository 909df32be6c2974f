import { call, type Failure, isFailure, isRefusalBody, serverFailure } from '#contract/core/client.ts'
import { videoPartBytesMax, videoPartBytesMin, videosEndpoints } from '#contract/videos/videos.ts'
import { sendPart } from './send-part.ts'

const firstPartBytes = 1024 * 1024
/** Parts that take less time than this become larger, so that an interruption costs a few seconds. */
const quickMs = 4_000
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]

export interface SendingPorts {
  start: (videoId: string, bytes: number) => Promise<{ received: number } | Failure>
  part: typeof sendPart
  wait: (ms: number) => Promise<void>
  now: () => number
}

const browserPorts: SendingPorts = {
  start: async (videoId, bytes) => {
    const answer = await call(videosEndpoints.startVideoUpload, { videoId, bytes })
    return isFailure(answer) ? answer : answer.video
  },
  part: sendPart,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now: () => performance.now(),
}

/** Without a network it goes on later; with this answer it can't. */
const isFinal = (failure: Failure): boolean =>
  failure.code !== serverFailure.code && failure.code !== 'notReady'

const partFailure = (body: unknown): Failure =>
  isRefusalBody(body) ? { type: 'error', code: body.code, message: body.message } : serverFailure

/**
 * Sends a file part by part from where the server's copy ends, and goes on after every interruption until all has arrived,
 * it is cancelled (null), or the server refuses it.
 */
export const sendVideo = async (
  file: Blob,
  {
    videoId,
    onProgress,
    signal,
  }: { videoId: string; onProgress: (share: number) => void; signal: AbortSignal },
  { start, part, wait, now }: SendingPorts = browserPorts,
): Promise<Failure | 'arrived' | null> => {
  let offset: number | null = null
  let bytes = firstPartBytes
  let failures = 0
  const rest = async () => {
    const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
    failures += 1
    offset = null
    bytes = Math.max(videoPartBytesMin, Math.floor(bytes / 2))
    await wait(pause)
  }
  while (!signal.aborted) {
    if (offset === null) {
      const begun = await start(videoId, file.size)
      if ('received' in begun) offset = begun.received
      else if (isFinal(begun)) return begun
      else {
        await rest()
        continue
      }
    }
    const from: number = offset
    onProgress(from / file.size)
    if (from >= file.size) return 'arrived'
    const beganAt = now()
    const answer = await part(
      videoId,
      { offset: from, part: file.slice(from, from + bytes) },
      { signal, onSent: (sent) => onProgress(Math.min(1, (from + sent) / file.size)) },
    )
    if (answer?.status === 204 && answer.next !== null) {
      ;[offset, failures] = [answer.next, 0]
      if (now() - beganAt < quickMs) bytes = Math.min(videoPartBytesMax, bytes * 2)
    } else if (answer?.status === 409) offset = answer.next
    else if (answer && [400, 401, 403, 404, 413].includes(answer.status)) return partFailure(answer.body)
    else if (!signal.aborted) await rest()
  }
  return null
}
