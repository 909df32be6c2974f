import { sql } from 'kysely'
import type { VideoVersion } from '#contract/videos/videos.ts'
import type { Db } from '#server/db/database.ts'
import { secondRole } from './video-record.ts'
import type { StoredVersion } from './watermark/composed-version.ts'

/** What is stored of a version of a ready video: its encodings, and how long their segments are. */
export interface StoredPair {
  first: StoredVersion
  /** Null for a video whose copies are all the same. */
  second: StoredVersion | null
  segmentMs: number | null
}

/** What is stored of this version; null when the video isn't ready, or the version's first encoding isn't stored. */
export const storedPair = async (
  db: Db,
  videoId: string,
  version: VideoVersion,
): Promise<StoredPair | null> => {
  const { rows } = await sql<StoredVersion & { role: string; segmentMs: number | null }>`
    select f.key, f.bytes::float8 as bytes, f.role, v.segment_ms as "segmentMs"
    from video v join video_file f on f.video_id = v.id and f.attempt = v.attempt
    where v.id = ${videoId} and v.state = 'ready' and f.is_stored
      and f.role in (${String(version)}, ${secondRole(version)})`.execute(db)
  const [first, second] = [String(version), secondRole(version)].map((role) =>
    rows.find((row) => row.role === role),
  )
  return first ? { first, second: second ?? null, segmentMs: first.segmentMs } : null
}
