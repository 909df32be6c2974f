/** The headers that an endpoint reads. */
export interface PlainHeaders {
  host: string | undefined
  origin: string | undefined
  cookie: string | undefined
  contentType: string | undefined
  contentLength: string | undefined
}

type Name = keyof PlainHeaders | 'transferEncoding'

/** By the length of the name: of the twenty headers a browser sends, few need a closer look. */
const namesByLength: Readonly<Record<number, Readonly<Record<string, Name>>>> = {
  4: { host: 'host' },
  6: { origin: 'origin', cookie: 'cookie' },
  12: { 'content-type': 'contentType' },
  14: { 'content-length': 'contentLength' },
  17: { 'transfer-encoding': 'transferEncoding' },
}

/**
 * Picks them from Node's plain list of names and values: `incoming.headers` would sort and join all twenty of them,
 * which costs half as much as all the rest of a small request. Null for an unusual request: one of these headers
 * comes twice, or the body has no length.
 */
export const plainHeadersOf = (rawHeaders: readonly string[]): PlainHeaders | null => {
  const headers: PlainHeaders = {
    host: undefined,
    origin: undefined,
    cookie: undefined,
    contentType: undefined,
    contentLength: undefined,
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? ''
    const name = namesByLength[raw.length]?.[raw.toLowerCase()]
    if (name === undefined) continue
    if (name === 'transferEncoding' || headers[name] !== undefined) return null
    headers[name] = rawHeaders[index + 1]
  }
  return headers.contentLength === undefined ? null : headers
}
