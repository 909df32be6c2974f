import type { Context as HonoContext, Next } from 'hono'
import type { ServerEnv } from './client-of.ts'
import { refused } from './refused.ts'

const hostOf = (origin: string): string | null => {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}

/** As browsers write it, which is nearly always: parsing a URL costs more than the rest of a poll's checks. */
const isPlainlyOf = (origin: string, host: string): boolean =>
  origin.endsWith(host) && ['http://', 'https://'].includes(origin.slice(0, origin.length - host.length))

/** Whether a browser's Origin header names our own host. No header means no browser page, or a same-origin GET. */
export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean => {
  if (origin === undefined) return true
  if (host !== undefined && isPlainlyOf(origin, host)) return true
  const from = hostOf(origin)
  return from !== null && (from === host || (publicUrl !== undefined && from === hostOf(publicUrl)))
}

/** Refuses what another site's page sends with our cookies. */
export const sameOrigin =
  (publicUrl: string | undefined) =>
  async (c: HonoContext<ServerEnv>, next: Next): Promise<Response | undefined> => {
    const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
    if (!isSafe && !isOwnOrigin(c.req.header('origin'), c.req.header('host'), publicUrl))
      return refused(c, 'foreignOrigin')
    await next()
  }
