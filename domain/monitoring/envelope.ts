/** An envelope of the error-reporting protocol (https://develop.sentry.dev/sdk/data-model/envelopes/), as far as we read it. */
export interface Envelope {
  /** The collector it is for; null when it names none. */
  dsn: string | null
  items: EnvelopeItem[]
}

export interface EnvelopeItem {
  type: string
  /** The parsed JSON; undefined when it is no JSON. */
  payload: unknown
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A page sends one or two; each costs a parser and a row. */
const itemsMax = 20

/** Not a pattern: one that looks for the last line breaks from each break on costs the square of their number. */
const withoutLastBreaks = (text: string): string => {
  let end = text.length
  while (text[end - 1] === '\n') end -= 1
  return text.slice(0, end)
}

/**
 * Null when the text is no envelope: no JSON header, more items than a page sends, an item without a header or a
 * payload. Our pages send no payloads with line breaks.
 */
export const readEnvelope = (text: string): Envelope | null => {
  const [first = '', ...lines] = withoutLastBreaks(text).split('\n')
  const header = jsonOf(first)
  if (!isRecord(header) || lines.length % 2 !== 0 || lines.length > 2 * itemsMax) return null
  const items: EnvelopeItem[] = []
  for (let at = 0; at < lines.length; at += 2) {
    const itemHeader = jsonOf(lines[at] ?? '')
    if (!isRecord(itemHeader) || typeof itemHeader.type !== 'string') return null
    items.push({ type: itemHeader.type, payload: jsonOf(lines[at + 1] ?? '') })
  }
  return { dsn: typeof header.dsn === 'string' ? header.dsn : null, items }
}

export interface ErrorReport {
  type: string
  message: string
  place: string
  /** Innermost first. */
  frames: string[]
}

const textMax = 300
const framesMax = 12

/** Within the limits of PostgreSQL's text: no NUL, no half of a character. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, textMax).replaceAll('\0', '').toWellFormed() : ''

const frameOf = (frame: unknown): string => {
  if (!isRecord(frame)) return ''
  const at = [frame.filename, frame.lineno, frame.colno].filter((part) => part !== undefined).join(':')
  return `${textOf(frame.function) || '?'} (${textOf(at)})`
}

/** The error that an `event` item describes; null when there is none. The input is untrusted. */
export const errorReportOf = (payload: unknown): ErrorReport | null => {
  if (!isRecord(payload) || !isRecord(payload.exception)) return null
  const { values } = payload.exception
  const innermost: unknown = Array.isArray(values) ? values.at(-1) : undefined
  if (!isRecord(innermost)) return null
  const stack = isRecord(innermost.stacktrace) ? innermost.stacktrace.frames : undefined
  const frames: unknown[] = Array.isArray(stack) ? stack.slice(-framesMax).toReversed() : []
  const url = isRecord(payload.request) ? textOf(payload.request.url) : ''
  return {
    type: textOf(innermost.type),
    message: textOf(innermost.value),
    place: URL.canParse(url) ? new URL(url).pathname : '',
    frames: frames.map(frameOf).filter((frame) => frame !== ''),
  }
}
