import { chatImageSight } from '#server/chat/image-visibility.ts'
import type { Db } from '#server/db/database.ts'

/** What somebody gets of a picture; null: to him it isn't there. */
export type Sight = 'original' | 'blurred' | null

export interface SeenImage {
  imageId: string
  ownerId: string
}

/** Decides for one purpose. The owner is asked about like anybody else. */
export type SightRule = (db: Db, image: SeenImage, viewerId: string) => Promise<Sight>

/** What content may be used for. */
export type ContentPurpose = 'chat'

export type SightRules = Readonly<Record<ContentPurpose, SightRule>>

const ownerAlone: SightRule = async (_db, image, viewerId) => (image.ownerId === viewerId ? 'original' : null)

/** The area that a purpose belongs to says who sees its pictures. */
export const sightRules: SightRules = {
  chat: chatImageSight,
}

/** What a member sees of a picture; before it is used for anything it is its owner's alone. */
export const sightOf = (
  rules: SightRules,
  db: Db,
  image: SeenImage & { purpose: ContentPurpose | null },
  viewerId: string,
): Promise<Sight> => (image.purpose === null ? ownerAlone : rules[image.purpose])(db, image, viewerId)
