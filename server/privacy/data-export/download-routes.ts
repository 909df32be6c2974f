import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { exportKey, readyExportOf } from './exports.ts'
import { readTicket } from './ticket.ts'

/** 20261122, for the file name. */
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '')

/**
 * The zip, to be mounted at `dataExportPath`: in the session of its member, with a ticket that this session
 * received. For anybody else it doesn't exist.
 */
export const dataExportRoutes = (context: Context): Hono<ServerEnv> => {
  const app = new Hono<ServerEnv>()
  app.get('/', async (c) => {
    const viewer = await context.sessions.ofCookies(c.req.header('cookie'))
    if (!viewer) return refused(c, 'notLoggedIn')
    const ticket = readTicket(context.secret, c.req.query('ticket') ?? '', context.now())
    if (ticket?.memberId !== viewer.memberId) return refused(c, 'exportGone')
    const ready = await readyExportOf(context, viewer.memberId)
    const file =
      ready?.fileId === ticket.fileId
        ? await context.storage.open(exportKey(viewer.memberId, ticket.fileId))
        : null
    if (!ready || !file) return refused(c, 'exportGone')
    return c.body(Readable.toWeb(file.stream) as ReadableStream, 200, {
      'content-type': 'application/zip',
      'content-length': String(file.bytes),
      'content-disposition': `attachment; filename="koyoi-${dayOf(ready.requestedAtMs)}.zip"`,
      'cache-control': 'private, no-store',
    })
  })
  return app
}
