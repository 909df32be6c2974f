import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { decidePart } from '#domain/videos/upload-rules.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockVideo, partKey, unusedHours } from '../video-record.ts'

type PartRefusal = 'notFound' | 'videoOffsetWrong' | 'badInput'

interface Part {
  videoId: string
  ownerId: string
  offset: number
  bytes: Buffer
}

/**
 * Keeps the next part of a video and answers where the one after it begins. Of parts for the same place that arrive at once
 * one stays. Its row is written before its file, and what has arrived grows after it: a part counts only when it is stored.
 */
export const receivePart = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { videoId, ownerId, offset, bytes }: Part,
): Promise<{ received: number } | Refusal<PartRefusal>> => {
  const name = randomUUID()
  const key = partKey(name)
  const decide = async (tx: Parameters<typeof lockVideo>[0]) => {
    const video = await lockVideo(tx, videoId)
    if (!video || video.ownerId !== ownerId || video.isExpired) return refuse('notFound')
    return decidePart(video, { offset, bytes: bytes.length })
  }
  const first = await inTransaction<null | Refusal<PartRefusal>>(db, async (tx) => {
    const decided = await decide(tx)
    if (isRefusal(decided)) return decided
    await sql`
      insert into video_file (key, video_id, role, place, bytes)
      values (${key}, ${videoId}, 'part', ${offset}, ${bytes.length})`.execute(tx)
    return null
  })
  if (first) return first
  await storage.put(key, bytes)
  return inTransaction<{ received: number } | Refusal<PartRefusal>>(db, async (tx) => {
    const decided = await decide(tx)
    // Another part was quicker; the job deletes this one.
    if (isRefusal(decided)) return decided
    await sql`update video_file set is_stored = true where key = ${key}`.execute(tx)
    const received = offset + bytes.length
    await sql`
      update video set received = ${received},
        state = case when ${decided.isLast} then 'waiting' else state end,
        arrived_at = case when ${decided.isLast} then now() end,
        expires_at = case when not ${decided.isLast} then now() + make_interval(hours => ${unusedHours}::int) end
      where id = ${videoId}`.execute(tx)
    return { received }
  })
}
