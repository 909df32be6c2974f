import path from 'node:path'
import { sql } from 'kysely'
import type { StorageKey } from '#adapters/storage/port.ts'
import { type VideoProblem, videoProblems } from '#contract/videos/problems.ts'
import type { UploadedVideo, VideoState, VideoVersion } from '#contract/videos/videos.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Hours in which the next part, or the first use, has to come. */
export const unusedHours = 24

/** What uses a video. */
export type VideoPurpose = 'gallery' | 'timeline'

export interface VideoRecord {
  id: string
  ownerId: string | null
  purpose: VideoPurpose | null
  state: VideoState
  bytes: number
  received: number
  problem: VideoProblem | null
  percent: number
  durationMs: number | null
  posterId: string | null
  isExpired: boolean
}

const columns = sql`
  id, owner_id as "ownerId", purpose, state, bytes::float8 as bytes, received::float8 as received, problem, percent,
  duration_ms as "durationMs", poster_id as "posterId", coalesce(expires_at <= now(), false) as "isExpired"`

export const findVideo = async (db: Db | Tx, videoId: string): Promise<VideoRecord | null> => {
  const { rows } = await sql<VideoRecord>`select ${columns} from video where id = ${videoId}`.execute(db)
  return rows[0] ?? null
}

/** A video, locked until the transaction ends. */
export const lockVideo = async (tx: Tx, videoId: string): Promise<VideoRecord | null> => {
  const { rows } = await sql<VideoRecord>`
    select ${columns} from video where id = ${videoId} for update`.execute(tx)
  return rows[0] ?? null
}

/** What its owner sees of it. */
export const uploadedVideoOf = (video: VideoRecord): UploadedVideo => ({
  ...{
    videoId: video.id,
    state: video.state,
    bytes: video.bytes,
    received: video.received,
    percent: video.percent,
  },
  problem: video.problem && { code: video.problem as 'failed', message: videoProblems[video.problem] },
  ...{ durationMs: video.durationMs, poster: video.posterId },
})

export const partKey = (name: string): StorageKey => `videos/${name}.part`
/** The role of a version's second encoding, and the end of its name. */
export const secondRole = (version: VideoVersion): string => `${version}-second`
export const versionKey = (attempt: string, role: string): StorageKey => `videos/${attempt}-${role}.mp4`

/** Where videos lie while they are read, each in a folder of its own. */
export const videoCache = ({ dataDir }: Pick<Context['config'], 'dataDir'>): string =>
  path.join(dataDir, 'cache', 'videos')
