import { Readable } from 'node:stream'
import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import { type VideoVersion, videoVersions } from '#contract/videos/videos.ts'
import { readRange } from '#domain/videos/range.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'

/** `720.mp4` → 720; null for anything else. */
export const readVersion = (name: string): VideoVersion | null =>
  videoVersions.find((version) => `${version}.mp4` === name) ?? null

/** The stored file of a version of a ready video. */
const fileOf = async (
  { db }: Pick<Context, 'db'>,
  videoId: string,
  version: VideoVersion,
): Promise<{ key: StorageKey; bytes: number } | null> => {
  const { rows } = await sql<{ key: StorageKey; bytes: number }>`
    select f.key, f.bytes::float8 as bytes from video v join video_file f on f.video_id = v.id and f.attempt = v.attempt
    where v.id = ${videoId} and v.state = 'ready' and f.role = ${String(version)} and f.is_stored`.execute(db)
  return rows[0] ?? null
}

/** Answers a request for a version, whole or in part. Whether the viewer may see it was decided before. */
export const sendVersion = async (
  c: HonoContext<ServerEnv>,
  context: Pick<Context, 'db' | 'storage'>,
  { videoId, version, caching }: { videoId: string; version: VideoVersion; caching: string },
) => {
  const file = await fileOf(context, videoId, version)
  if (!file) return refused(c, 'notFound')
  const etag = `"${file.key}"`
  const headers = { etag, 'accept-ranges': 'bytes', 'cache-control': caching }
  const ifRange = c.req.header('if-range')
  const isSame = ifRange === undefined || ifRange === etag
  const range = readRange(isSame ? c.req.header('range') : undefined, file.bytes)
  if (range === 'unsatisfiable')
    return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` })
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  const more = {
    ...headers,
    'content-type': 'video/mp4',
    'content-length': String(last - first + 1),
    ...(range ? { 'content-range': `bytes ${first}-${last}/${file.bytes}` } : {}),
  }
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status, more)
  const stream = await context.storage.openRange(file.key, { first, last })
  return stream ? c.body(Readable.toWeb(stream) as ReadableStream, status, more) : refused(c, 'notFound')
}
