import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { UploadedVideo } from '#contract/videos/videos.ts'
import { decideUpload } from '#domain/videos/upload-rules.ts'
import type { Context } from '#server/context.ts'
import { lockName } from '#server/db/name-lock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { lockVideo, unusedHours, uploadedVideoOf } from '../video-record.ts'

type StartRefusal = 'forbidden' | 'notFound' | 'videoTooLarge' | 'videoTooMany' | 'idempotencyMismatch'

/**
 * Begins to send a video of a broadcaster, or answers how much of it has arrived. The order of the refusals: forbidden,
 * notFound (another member's id), idempotencyMismatch (another size under this id), videoTooLarge, videoTooMany.
 */
export const startUpload = (
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { memberId, role }: Viewer,
  { videoId, bytes }: { videoId: string; bytes: number },
): Promise<UploadedVideo | Refusal<StartRefusal>> =>
  inTransaction<UploadedVideo | Refusal<StartRefusal>>(db, async (tx) => {
    if (role !== 'broadcaster') return refuse('forbidden')
    await lockName(tx, `videos:${memberId}`)
    const known = await lockVideo(tx, videoId)
    if (known) {
      if (known.ownerId !== memberId || known.isExpired) return refuse('notFound')
      return known.bytes === bytes ? uploadedVideoOf(known) : refuse('idempotencyMismatch')
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from video
      where owner_id = ${memberId} and state in ('receiving', 'waiting', 'processing')
        and coalesce(expires_at, 'infinity') > now()`.execute(tx)
    const refusal = decideUpload(bytes, rows[0]?.count ?? 0)
    if (isRefusal(refusal)) return refusal
    if (!limits.videoStart.admits(memberId)) return refuse('videoTooMany')
    await sql`
      insert into video (id, owner_id, state, bytes, expires_at)
      values (${videoId}, ${memberId}, 'receiving', ${bytes}, now() + make_interval(hours => ${unusedHours}::int))`.execute(
      tx,
    )
    const begun = await lockVideo(tx, videoId)
    return begun ? uploadedVideoOf(begun) : refuse('notFound')
  })
