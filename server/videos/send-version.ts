import { Readable } from 'node:stream'
import type { Context as HonoContext } from 'hono'
import { type VideoVersion, videoVersions } from '#contract/videos/videos.ts'
import { readRange } from '#domain/videos/range.ts'
import type { Context } from '#server/context.ts'
import type { ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { keyedHash } from '#server/secrets/keyed-hash.ts'
import { type StoredPair, storedPair } from './stored-pair.ts'
import type { Composer, StoredVersion } from './watermark/composed-version.ts'
import { segmentChoice } from './watermark/segment-choice.ts'

/** `720.mp4` → 720; null for anything else. */
export const readVersion = (name: string): VideoVersion | null =>
  videoVersions.find((version) => `${version}.mp4` === name) ?? null

/** Bytes that can be sent whole or in part. */
interface Sendable {
  etag: string
  bytes: number
  open(range: { first: number; last: number }): Promise<Readable | null>
}

const plainFile = ({ storage }: Pick<Context, 'storage'>, { key, bytes }: StoredVersion): Sendable => ({
  etag: `"${key}"`,
  bytes,
  open: (range) => storage.openRange(key, range),
})

const buyersCopy = async (
  { secret }: Pick<Context, 'secret'>,
  composer: Composer,
  { first, second, segmentMs }: StoredPair,
  { videoId, memberId }: { videoId: string; memberId: string },
): Promise<Sendable | null> => {
  if (!second || !segmentMs) return null
  const choice = segmentChoice(secret, videoId, memberId)
  const movie = await composer.compose({ first, second, segmentMs }, memberId, choice)
  return (
    movie && {
      etag: `"${first.key}-${keyedHash(secret, 'watermark', `etag:${videoId}:${memberId}`)}"`,
      bytes: movie.bytes,
      open: async (range) => composer.open(movie, { first, second }, range),
    }
  )
}

interface SentVersion {
  videoId: string
  version: VideoVersion
  caching: string
}

/** Answers a request for a version, whole or in part. Whether the viewer may see it was decided before. */
export const sendVersion = async (
  c: HonoContext<ServerEnv>,
  context: Pick<Context, 'db' | 'storage'>,
  sent: SentVersion,
) => {
  const stored = await storedPair(context.db, sent.videoId, sent.version)
  return stored ? sendRange(c, plainFile(context, stored.first), sent.caching) : refused(c, 'notFound')
}

/**
 * As `sendVersion`, with the watermark of its buyer. A video from before there were two encodings is sent as it is.
 */
export const sendBuyersCopy = async (
  c: HonoContext<ServerEnv>,
  context: Pick<Context, 'db' | 'storage' | 'secret'>,
  composer: Composer,
  { memberId, ...sent }: SentVersion & { memberId: string },
) => {
  const stored = await storedPair(context.db, sent.videoId, sent.version)
  if (!stored) return refused(c, 'notFound')
  const copy = stored.second
    ? await buyersCopy(context, composer, stored, { videoId: sent.videoId, memberId })
    : plainFile(context, stored.first)
  return copy ? sendRange(c, copy, sent.caching) : refused(c, 'notFound')
}

const sendRange = async (c: HonoContext<ServerEnv>, { etag, bytes, open }: Sendable, caching: string) => {
  const headers = { etag, 'accept-ranges': 'bytes', 'cache-control': caching }
  const ifRange = c.req.header('if-range')
  const isSame = ifRange === undefined || ifRange === etag
  const range = readRange(isSame ? c.req.header('range') : undefined, bytes)
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${bytes}` })
  const { first, last } = range ?? { first: 0, last: bytes - 1 }
  const more = {
    ...headers,
    'content-type': 'video/mp4',
    'content-length': String(last - first + 1),
    ...(range ? { 'content-range': `bytes ${first}-${last}/${bytes}` } : {}),
  }
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status, more)
  const stream = await open({ first, last })
  return stream ? c.body(Readable.toWeb(stream) as ReadableStream, status, more) : refused(c, 'notFound')
}
