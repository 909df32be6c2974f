import type { Db } from '#server/db/database.ts'

/** The version of an image that a member gets; null: for this member the image doesn't exist. */
export type Visibility = 'original' | 'blurred' | null

interface SeenImage {
  imageId: string
  ownerId: string
}

/** Decides for one purpose, also for the owner. */
type VisibilityRule = (db: Db, image: SeenImage, viewerId: string) => Promise<Visibility>

/** What content may be used for. */
type ContentPurpose = 'chat' | 'market' | 'marketDispute'

/** The area of each purpose decides who sees its images; the app passes the rules in. */
export type VisibilityRules = Readonly<Record<ContentPurpose, VisibilityRule>>

const ownerAlone: VisibilityRule = async (_db, image, viewerId) =>
  image.ownerId === viewerId ? 'original' : null

/** The version of an image that a member sees; before it is used only its owner sees it. */
export const visibilityOf = (
  rules: VisibilityRules,
  db: Db,
  image: SeenImage & { purpose: ContentPurpose | null },
  viewerId: string,
): Promise<Visibility> => (image.purpose === null ? ownerAlone : rules[image.purpose])(db, image, viewerId)
