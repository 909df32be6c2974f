import { uploadVideoPath } from '#contract/videos/videos.ts'

/** What became of a part; null: no answer. `next` is where the next one begins, as far as the answer names it. */
export type PartAnswer = { status: number; next: number | null; body: unknown } | null

/** A part on a slow phone; the server ends one after 60 s. */
const timeoutMs = 65_000

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Sends one part. An XMLHttpRequest, since `fetch` reports no upload progress. */
export const sendPart = (
  videoId: string,
  { offset, part }: { offset: number; part: Blob },
  { onSent, signal }: { onSent: (bytes: number) => void; signal: AbortSignal },
): Promise<PartAnswer> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const settle = (answer: PartAnswer) => {
      signal.removeEventListener('abort', cancel)
      resolve(answer)
    }
    request.open('PATCH', `${uploadVideoPath}/${videoId}`)
    request.timeout = timeoutMs
    request.setRequestHeader('upload-offset', String(offset))
    request.setRequestHeader('content-type', 'application/offset+octet-stream')
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => {
      const named = request.getResponseHeader('upload-offset')
      settle({
        status: request.status,
        next: named === null ? null : Number(named),
        body: parsed(request.responseText),
      })
    }
    request.onerror = () => settle(null)
    request.ontimeout = () => settle(null)
    request.onabort = () => settle(null)
    signal.addEventListener('abort', cancel, { once: true })
    request.send(part)
  })
