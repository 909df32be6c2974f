import type { Config } from '#server/config/config.ts'

export interface Log {
  error(event: string, facts?: Record<string, unknown>): void
  /** For operators: a condition that repairs itself, or that an error names elsewhere. */
  warning(event: string, facts?: Record<string, unknown>): void
  info(event: string, facts?: Record<string, unknown>): void
  debug(event: string, facts?: Record<string, unknown>): void
}

const levels = ['silent', 'error', 'warning', 'info', 'debug'] as const

/** Errors of PostgreSQL's class 22, data exceptions, quote the value that could not be read: personal data. */
const quotesValues = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('22')

/** Name, message and stack; never the other fields, such as PostgreSQL's `detail`, which quotes a row's values. */
const plainError = (error: Error) => {
  const { name, message, stack } = error
  if (!quotesValues(error)) return { name, message, stack }
  const unquoted = message.replaceAll(/"[^"]*"/g, '"…"')
  return { name, message: unquoted, stack: stack?.replace(message, unquoted) }
}

const plain = (value: unknown): unknown => (value instanceof Error ? plainError(value) : value)

/** Writes one line of JSON per event to standard error. Log ids; never names, mail addresses, tokens or IPs. */
export const createLog = (
  level: Config['logLevel'],
  write = (line: string) => process.stderr.write(line),
): Log => {
  const threshold = levels.indexOf(level)
  const at = (name: keyof Log) => (event: string, facts?: Record<string, unknown>) => {
    if (levels.indexOf(name) > threshold) return
    const shown = Object.fromEntries(Object.entries(facts ?? {}).map(([key, value]) => [key, plain(value)]))
    write(`${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...shown })}\n`)
  }
  return { error: at('error'), warning: at('warning'), info: at('info'), debug: at('debug') }
}
