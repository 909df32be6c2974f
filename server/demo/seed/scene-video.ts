import { sql } from 'kysely'
import { type SceneSize, sceneFiles } from '#seed/videos/items.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { originalKey } from '#server/images/variants.ts'
import { type VideoPurpose, versionKey } from '#server/videos/video-record.ts'

const versions = [360, 720] as const

export interface PlacedScene extends SceneSize {
  videoId: string
  posterId: string
  bytes: Record<(typeof versions)[number], number>
}

/** Puts the files of a drawn scene into the storage. */
export const placeScene = async (
  { storage }: Pick<Context, 'storage'>,
  { videoId, scene, size }: { videoId: string; scene: string; size: SceneSize | undefined },
): Promise<PlacedScene> => {
  if (!size) throw new Error(`the scene ${scene} was not built`)
  const files = await sceneFiles(scene)
  const posterId = videoId.replaceAll('-', '').slice(0, 24)
  await storage.put(originalKey(`${posterId}.jpg`), files.poster)
  for (const version of versions) await storage.put(versionKey(videoId, String(version)), files[version])
  return { ...size, videoId, posterId, bytes: { 360: files[360].length, 720: files[720].length } }
}

/** The rows of a placed scene: a ready video of the owner with its poster. */
export const insertScene = async (
  tx: Tx,
  { videoId, posterId, bytes, durationMs, width, height }: PlacedScene,
  { ownerId, purpose, minutesAgo }: { ownerId: string; purpose: VideoPurpose; minutesAgo: number },
): Promise<void> => {
  await sql`
    insert into image (id, owner_id, kind, purpose, path, width, height)
    values (${posterId}, ${ownerId}, 6, ${purpose}, ${`${posterId}.jpg`}, ${width}, ${height})
    on conflict (id) do nothing`.execute(tx)
  await sql`
    insert into video (id, owner_id, purpose, state, bytes, received, percent, attempt, duration_ms, width, height, poster_id, arrived_at)
    values (${videoId}, ${ownerId}, ${purpose}, 'ready', ${bytes[720]}, ${bytes[720]}, 100, ${videoId}, ${durationMs},
      ${width}, ${height}, ${posterId}, now() - make_interval(mins => ${minutesAgo}::int))`.execute(tx)
  for (const version of versions)
    await sql`
      insert into video_file (key, video_id, role, bytes, attempt, is_stored)
      values (${versionKey(videoId, String(version))}, ${videoId}, ${String(version)}, ${bytes[version]}, ${videoId}, true)`.execute(
      tx,
    )
}
