/** An answer, whatever its status; null without one: no network, a timeout, or cancelled. */
export type SentAnswer = { status: number; body: unknown } | null

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Posts bytes as they are. An XMLHttpRequest, since `fetch` reports no upload progress. */
export const sendBytes = (
  address: string,
  bytes: Blob,
  options: { timeoutMs: number; signal: AbortSignal | undefined; onSent: (fraction: number) => void },
): Promise<SentAnswer> =>
  new Promise((resolve) => {
    const { signal } = options
    if (signal?.aborted) {
      resolve(null)
      return
    }
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    const settle = (answer: SentAnswer) => {
      signal?.removeEventListener('abort', cancel)
      resolve(answer)
    }
    request.open('POST', address)
    request.timeout = options.timeoutMs
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', bytes.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => options.onSent(total > 0 ? loaded / total : 0)
    request.onload = () => settle({ status: request.status, body: parsed(request.responseText) })
    request.onerror = () => settle(null)
    request.ontimeout = () => settle(null)
    request.onabort = () => settle(null)
    signal?.addEventListener('abort', cancel, { once: true })
    request.send(bytes)
  })
