import type { Db } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'

/**
 * The version of an image that a member gets; null: for this member the image doesn't exist. `watermarked` is the original
 * with the member's own invisible watermark, `visiblyWatermarked` shows the member's code as well.
 */
export type Visibility = 'original' | 'watermarked' | 'visiblyWatermarked' | 'blurred' | null

interface SeenImage {
  imageId: string
  ownerId: string
}

/** Null: a visitor. */
type ImageViewer = Pick<Viewer, 'memberId' | 'role'> | null

/** Decides for one purpose, also for the owner. */
type VisibilityRule = (db: Db, image: SeenImage, viewer: ImageViewer) => Promise<Visibility>

/** What content may be used for. */
type ContentPurpose = 'chat' | 'timeline' | 'market' | 'marketDispute' | 'gallery'

/** The area of each purpose decides who sees its images; the app passes the rules in. */
export type VisibilityRules = Readonly<Record<ContentPurpose, VisibilityRule>>

const ownerAlone: VisibilityRule = async (_db, image, viewer) =>
  image.ownerId === viewer?.memberId ? 'original' : null

/** The version of an image that a member or a visitor sees; before it is used only its owner sees it. */
export const visibilityOf = (
  rules: VisibilityRules,
  db: Db,
  image: SeenImage & { purpose: ContentPurpose | null },
  viewer: ImageViewer,
): Promise<Visibility> => (image.purpose === null ? ownerAlone : rules[image.purpose])(db, image, viewer)
