import { sql } from 'kysely'
import sharp from 'sharp'
import type { LeakedPicture } from '#contract/gallery/operator.ts'
import type { RawPicture } from '#domain/gallery/watermark/apply-watermark.ts'
import { namedBuyersMax, watermarkScoreMin } from '#domain/gallery/watermark/read-watermark.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { imageKinds } from '#server/images/image-request.ts'
import { findImage } from '#server/images/queries.ts'
import { originalKey } from '#server/images/variants.ts'
import { watermarkKey } from '#server/images/watermark/watermark.ts'
import { readInThread } from '#server/images/watermark/watermark-thread.ts'

/** The newest buyers, so many, are compared. */
const comparedMax = 20_000
/** Cells are told apart at this size; larger pictures only take longer. */
const readPixelsMax = 1_920
const decodingSecMax = 20

const rawOf = async (picture: Buffer): Promise<RawPicture> => {
  const { data, info } = await sharp(picture)
    .timeout({ seconds: decodingSecMax })
    .resize({ width: readPixelsMax, height: readPixelsMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, channels: info.channels }
}

/** Everybody who bought an item, also those whose points were returned later. */
export const buyersOf = async (db: Db, itemId: string): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, m.name from gallery_purchase p join member m on m.id = p.member_id
    where p.item_id = ${itemId} order by p.bought_at desc, m.id limit ${comparedMax}`.execute(db)
  return rows
}

/**
 * Looks for the watermarks of an item's buyers in a found picture. Null without such an item. A copy that was encoded at
 * quality 60, halved and cropped to 70 % names its buyer; docs/benchmarks.md has the error rates.
 */
export const findBuyers = async (
  { db, storage, secret }: Pick<Context, 'db' | 'storage' | 'secret'>,
  itemId: string,
  found: Buffer,
): Promise<Omit<LeakedPicture, 'type'> | null> => {
  const { rows: pictures } = await sql<{ imageId: string; place: number }>`
    select image_id as "imageId", place from gallery_file
    where item_id = ${itemId} and role = 'original' order by place`.execute(db)
  if (pictures.length === 0) return null
  const buyers = await buyersOf(db, itemId)
  const wanted = await rawOf(found)
  for (const { imageId, place } of pictures) {
    // Also what was taken down.
    const image = await findImage(db, { imageId, kind: imageKinds.content, ownerId: null, isEvidence: true })
    const stored = image && (await storage.get(originalKey(image.path)))
    if (!stored) continue
    const keys = buyers.map(({ id }) => watermarkKey(secret, imageId, id))
    const { likeness, scores } = await readInThread(await rawOf(stored), wanted, keys)
    if (likeness === null) continue
    const named = buyers
      .map((buyer, at) => ({ ...buyer, score: Math.round(10 * (scores[at] ?? 0)) / 10 }))
      .filter(({ score }) => score >= watermarkScoreMin)
      .toSorted((one, other) => other.score - one.score)
    return { picture: place + 1, buyers: named.slice(0, namedBuyersMax), compared: buyers.length }
  }
  return { picture: null, buyers: [], compared: buyers.length }
}
