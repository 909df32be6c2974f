import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { findVideo, lockVideo, type VideoPurpose } from '../video-record.ts'

/** A ready video of its owner that nothing uses yet: its poster, which is claimed with it, and the hash of what was sent. */
export const usableVideo = async (
  db: Db | Tx,
  videoId: string,
  ownerId: string,
): Promise<{ posterId: string; sourceHash: string | null } | Refusal<'videoGone' | 'videoNotReady'>> => {
  const video = await findVideo(db, videoId)
  if (!video || video.ownerId !== ownerId || video.isExpired || video.state === 'refused' || video.purpose)
    return refuse('videoGone')
  if (video.state !== 'ready' || !video.posterId) return refuse('videoNotReady')
  const { rows } = await sql<{ sourceHash: string | null }>`
    select source_hash as "sourceHash" from video where id = ${videoId}`.execute(db)
  return { posterId: video.posterId, sourceHash: rows[0]?.sourceHash ?? null }
}

/** Claims a video exactly once: from then on it stays, and the rule of its purpose decides who sees it. */
export const claimVideo = async (
  tx: Tx,
  { videoId, ownerId, purpose }: { videoId: string; ownerId: string; purpose: VideoPurpose },
): Promise<null | Refusal<'videoGone'>> => {
  const video = await lockVideo(tx, videoId)
  if (!video || video.ownerId !== ownerId || video.isExpired || video.purpose || video.state !== 'ready')
    return refuse('videoGone')
  await sql`update video set purpose = ${purpose}, expires_at = null where id = ${videoId}`.execute(tx)
  return null
}

/** Marks a video that is no longer used for deletion; its poster is the claimer's to retire. */
export const retireVideo = async (tx: Tx, videoId: string): Promise<void> => {
  await sql`update video set expires_at = now() where id = ${videoId} and expires_at is null`.execute(tx)
}

/** Keeps the files of a video until then, also when it is deleted before; who sees it doesn't change. */
export const keepVideoAsEvidence = async (tx: Tx, videoId: string, until: Date): Promise<void> => {
  await sql`update video set kept_until = greatest(kept_until, ${until}) where id = ${videoId}`.execute(tx)
}

/** Takes a video from everybody, and keeps its files as evidence until then. */
export const keepVideoUntil = async (tx: Tx, videoId: string, until: Date): Promise<void> => {
  await sql`update video set expires_at = now(), kept_until = ${until} where id = ${videoId}`.execute(tx)
}

/** Deletes an own video that nothing uses; what isn't there is deleted already. The job deletes its files. */
export const cancelUpload = async (db: Db, videoId: string, ownerId: string): Promise<void> => {
  await sql`
    update video set expires_at = now()
    where id = ${videoId} and owner_id = ${ownerId} and purpose is null
      and coalesce(expires_at, 'infinity') > now()`.execute(db)
}

/** For the erasure of a member: nobody sees the member's videos from now on, and the job deletes them. */
export const eraseVideos = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`
    update video set expires_at = now()
    where owner_id = ${memberId} and coalesce(expires_at, 'infinity') > now()`.execute(tx)
}

/** For the export of a member's data. */
export const videosOfMember = async (db: Db, memberId: string) =>
  (
    await sql<object>`
      select state, bytes::float8 as bytes, duration_ms as "durationMs", created_at as "createdAt" from video
      where owner_id = ${memberId} and coalesce(expires_at, 'infinity') > now() order by created_at, id`.execute(
      db,
    )
  ).rows
