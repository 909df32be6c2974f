import type { Db } from '#server/db/database.ts'

/** What somebody gets of a picture; null: to him it isn't there. */
export type Visibility = 'original' | 'blurred' | null

export interface SeenImage {
  imageId: string
  ownerId: string
}

/** Decides for one purpose. The owner is asked about like anybody else. */
export type VisibilityRule = (db: Db, image: SeenImage, viewerId: string) => Promise<Visibility>

/** What content may be used for. */
export type ContentPurpose = 'chat'

/** The area of each purpose decides who sees its pictures; the app hands the rules in. */
export type VisibilityRules = Readonly<Record<ContentPurpose, VisibilityRule>>

const ownerAlone: VisibilityRule = async (_db, image, viewerId) =>
  image.ownerId === viewerId ? 'original' : null

/** What a member sees of a picture; before it is used for anything it is its owner's alone. */
export const visibilityOf = (
  rules: VisibilityRules,
  db: Db,
  image: SeenImage & { purpose: ContentPurpose | null },
  viewerId: string,
): Promise<Visibility> => (image.purpose === null ? ownerAlone : rules[image.purpose])(db, image, viewerId)
