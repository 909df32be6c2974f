import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type { VideoPurpose } from './video-record.ts'

/** What a viewer plays of a video; `watermarked` is the viewer's own copy. Null: for this viewer it doesn't exist. */
export type VideoVisibility = 'plain' | 'watermarked' | null

/** Decides for one purpose what a viewer may play; a viewer of null is a visitor. */
export type VideoRule = (
  db: Db,
  videoId: string,
  viewer: Pick<Viewer, 'memberId' | 'role'> | null,
) => Promise<VideoVisibility>

/** The area of each purpose decides who plays its videos; the app passes the rules in. */
export type VideoRules = Readonly<Record<VideoPurpose, VideoRule>>
