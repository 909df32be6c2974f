import { sql } from 'kysely'
import { isRefusal, type Refusal } from '#contract/core/refusal.ts'
import type { GalleryKind, GalleryVideo } from '#contract/gallery/gallery.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { claimVideo, keepVideoUntil, retireVideo, usableVideo } from '#server/videos/actions/use-video.ts'
import { isAnyRefused, type PictureHashes } from '../picture-hashes.ts'

export type VideoRow = Omit<GalleryVideo, 'signature'>

/** The video of the item `i`; null for pictures, and for a draft whose video isn't ready. */
export const videoOf = sql`(
  select jsonb_build_object('videoId', v.id, 'durationMs', v.duration_ms, 'width', v.width, 'height', v.height)
  from shown_video v where v.id = i.video_id)`

interface ChosenVideo {
  videoId: string
  isNew: boolean
  sourceHash: string | null
}

/**
 * What an item is to hold: its pictures, or a video with its poster as the only picture. Refuses: videoGone, videoNotReady.
 */
export const chosenFiles = async (
  db: Db,
  ownerId: string,
  {
    itemId,
    kind,
    videoId,
    imageIds,
  }: { itemId: string; kind: GalleryKind; videoId: string | null; imageIds: readonly string[] },
): Promise<{ imageIds: string[]; video: ChosenVideo | null } | Refusal<'videoGone' | 'videoNotReady'>> => {
  if (kind === 'image') return { imageIds: [...new Set(imageIds)], video: null }
  if (videoId === null) return { imageIds: [], video: null }
  const { rows } = await sql<{ posterId: string }>`
    select f.image_id as "posterId" from gallery_item i join gallery_file f on f.item_id = i.id and f.role = 'original'
    where i.id = ${itemId} and i.owner_id = ${ownerId} and i.video_id = ${videoId}`.execute(db)
  if (rows[0]) return { imageIds: [rows[0].posterId], video: { videoId, isNew: false, sourceHash: null } }
  const usable = await usableVideo(db, videoId, ownerId)
  if (isRefusal(usable)) return usable
  const { posterId, sourceHash } = usable
  return { imageIds: [posterId], video: { videoId, isNew: true, sourceHash } }
}

interface SavedVideo {
  itemId: string
  ownerId: string
  video: ChosenVideo | null
  /** Of the poster. */
  hashes: readonly PictureHashes[]
}

/** Claims a new video of an item and retires the one that it replaces. Refuses: videoGone, galleryPictureRefused. */
export const saveItemVideo = async (
  tx: Tx,
  { itemId, ownerId, video, hashes }: SavedVideo,
): Promise<null | Refusal<'videoGone' | 'galleryPictureRefused'>> => {
  if (video && !video.isNew) return null
  await retireItemVideo(tx, itemId)
  await sql`update gallery_item set video_id = null where id = ${itemId}`.execute(tx)
  if (!video) return null
  const claimed = await claimVideo(tx, { videoId: video.videoId, ownerId, purpose: 'gallery' })
  if (isRefusal(claimed)) return claimed
  const sent = hashes.map((hash) => ({ ...hash, exact: video.sourceHash ?? hash.exact }))
  if (await isAnyRefused(tx, sent)) return { refused: 'galleryPictureRefused' }
  await sql`update gallery_item set video_id = ${video.videoId} where id = ${itemId}`.execute(tx)
  return null
}

const videoIdOf = async (tx: Tx, itemId: string): Promise<string | null> => {
  const { rows } = await sql<{ videoId: string | null }>`
    select video_id as "videoId" from gallery_item where id = ${itemId}`.execute(tx)
  return rows[0]?.videoId ?? null
}

/** The item no longer needs its video. */
export const retireItemVideo = async (tx: Tx, itemId: string): Promise<void> => {
  const videoId = await videoIdOf(tx, itemId)
  if (videoId !== null) await retireVideo(tx, videoId)
}

/** Takes the video of a removed item from everybody, keeps its files, and refuses the same file in later uploads. */
export const removeItemVideo = async (tx: Tx, itemId: string, until: Date): Promise<void> => {
  const videoId = await videoIdOf(tx, itemId)
  if (videoId === null) return
  await keepVideoUntil(tx, videoId, until)
  await sql`
    insert into gallery_refused_picture (exact_hash, look_hash)
    select v.source_hash, f.look_hash from shown_video v
    join gallery_file f on f.item_id = ${itemId} and f.look_hash is not null
    where v.id = ${videoId} and v.source_hash is not null
    on conflict do nothing`.execute(tx)
}

/** The video of an item for operators, also of a removed one. */
export const videoIdForOperators = async (db: Db, itemId: string): Promise<string | null> => {
  const { rows } = await sql<{ videoId: string | null }>`
    select video_id as "videoId" from gallery_item where id = ${itemId}`.execute(db)
  return rows[0]?.videoId ?? null
}
