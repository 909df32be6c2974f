import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { VideoPurpose } from './video-record.ts'

/** Decides for one purpose whether a viewer may play a video; null: a visitor. */
export type VideoRule = (
  db: Db,
  videoId: string,
  viewer: Pick<Viewer, 'memberId' | 'role'> | null,
) => Promise<boolean>

/** The area of each purpose decides who plays its videos; the app passes the rules in. */
export type VideoRules = Readonly<Record<VideoPurpose, VideoRule>>
