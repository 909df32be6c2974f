import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Hono } from 'hono'
import type { FrameReader } from '#adapters/video/port.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import { commandId } from '#contract/core/shared.ts'
import { type LeakedVideo, leakedVideoBytesMax, leakedVideoTimeoutMs } from '#contract/gallery/operator.ts'
import type { Context } from '#server/context.ts'
import { clientOf, type ServerEnv } from '#server/http/client-of.ts'
import { refused } from '#server/http/refused.ts'
import { receiveUpload } from '#server/images/receive-upload.ts'
import { createGate } from '#server/images/request-guard.ts'
import { recordAudit } from '#server/operators/audit.ts'
import { admittedOperator } from '#server/operators/operator-sessions.ts'
import { videoCache } from '#server/videos/video-record.ts'
import { findVideoBuyers, type SoldVideo, soldVideo } from './find-video-buyers.ts'

/** There is nothing to look for, whatever the file shows: it isn't read. */
const unmarkedAnswer: LeakedVideo = {
  ...{ type: 'success', problem: null, hasWatermark: false, isFound: false },
  ...{ read: 0, buyers: [], compared: 0 },
}

/**
 * Reads who bought the copy that a found video shows, to be mounted at `operatorGalleryLeakVideoPath` before the limit on
 * other bodies. One is read at a time in this process. The file is deleted afterwards; the audit log has its hash and whom
 * it named.
 */
export const galleryLeakVideoRoutes = (context: Context, reader: FrameReader): Hono<ServerEnv> => {
  const gate = createGate(1)

  const read = async (folder: string, sold: SoldVideo, body: ReadableStream<Uint8Array> | null) => {
    const [found, hash] = [path.join(folder, 'found'), createHash('sha256')]
    await using file = await open(found, 'wx', 0o600)
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes)
      await file.writeFile(bytes)
      return true
    }
    const received = await receiveUpload(
      body,
      { write },
      { now: context.now, bytesMax: leakedVideoBytesMax, timeoutMs: leakedVideoTimeoutMs },
    )
    if (isRefusal(received)) return received
    const answer = await gate(() => findVideoBuyers(context, reader, { sold, found, folder }))
    return { ...answer, hash: hash.digest('hex') }
  }

  const app = new Hono<ServerEnv>()
  app.post('/', async (c) => {
    const operator = await admittedOperator(context, c.req.header('cookie'))
    if (isRefusal(operator)) return refused(c, operator.refused)
    const itemId = commandId.safeParse(c.req.query('item'))
    if (!itemId.success) return refused(c, 'badInput')
    const sold = await soldVideo(context.db, itemId.data)
    if (!sold) return refused(c, 'notFound')
    if (sold === 'unmarked') return c.json(unmarkedAnswer)
    const cache = videoCache(context.config)
    await mkdir(cache, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(path.join(cache, 'leak-'))
    try {
      const answer = await read(folder, sold, c.req.raw.body)
      if (isRefusal(answer)) return refused(c, answer.refused)
      const { hash, ...found } = answer
      await recordAudit(context.db, {
        operatorId: operator.id,
        address: clientOf(c, context.config.trustedProxyHops).address,
        action: 'operatorGalleryLeak',
        subject: `gallery:${itemId.data}`,
        after: {
          file: hash,
          read: found.read,
          compared: found.compared,
          members: found.buyers.map(({ id }) => id),
        },
      })
      return c.json({ type: 'success', ...found })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
  return app
}
