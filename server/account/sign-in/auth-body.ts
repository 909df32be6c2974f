import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** Ample for a form of credentials or a client's log line. */
const bodyBytesMax = 16 * 1_024

type AuthBody = Readonly<Record<string, unknown>>

/** Reads at most the bytes allowed, whatever Content-Length says. */
const readText = async (request: Request): Promise<string | null> => {
  if (Number(request.headers.get('content-length') ?? 0) > bodyBytesMax) return null
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The fields of a POST's form or JSON body; none for another method or content type, as in v4. */
export const readAuthBody = async (
  request: Request,
): Promise<AuthBody | Refusal<'bodyTooLarge' | 'malformedBody'>> => {
  if (request.method !== 'POST') return {}
  const text = await readText(request)
  if (text === null) return refuse('bodyTooLarge')
  const contentType = request.headers.get('content-type')?.toLowerCase() ?? ''
  if (contentType.includes('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  if (!contentType.includes('application/json') || text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  } catch {
    return refuse('malformedBody')
  }
}
