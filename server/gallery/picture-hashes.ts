import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import {
  differenceHash,
  differenceHashHeight,
  differenceHashWidth,
  isTelling,
  sameLookBits,
} from '#domain/gallery/difference-hash.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { claimableUpload } from '#server/images/queries.ts'
import { originalKey } from '#server/images/variants.ts'

export interface PictureHashes {
  imageId: string
  exact: string
  look: string
}

type DecodingParts = Pick<Context, 'db' | 'storage' | 'decoding'>

/** Decoding of one stored picture; uploads have 2560 px at most. */
const decodingSecMax = 10

/** The hashes of an upload that its owner may still claim; null where there is none. */
const hashesOfUpload = async (
  { db, storage, decoding }: DecodingParts,
  imageId: string,
  ownerId: string,
): Promise<PictureHashes | null> => {
  const path = await claimableUpload(db, imageId, ownerId)
  const stored = path === null ? null : await storage.get(originalKey(path))
  if (!stored) return null
  const grey = await decoding(() =>
    sharp(stored)
      .timeout({ seconds: decodingSecMax })
      .greyscale()
      .resize(differenceHashWidth, differenceHashHeight, { fit: 'fill' })
      .raw()
      .toBuffer(),
  )
  return { imageId, exact: createHash('sha256').update(stored).digest('hex'), look: differenceHash(grey) }
}

/** The hashes of those uploads that their owner may still claim. */
export const hashesOfUploads = async (
  context: DecodingParts,
  imageIds: readonly string[],
  ownerId: string,
): Promise<PictureHashes[]> => {
  const hashes: PictureHashes[] = []
  for (const imageId of imageIds) {
    const hash = await hashesOfUpload(context, imageId, ownerId)
    if (hash) hashes.push(hash)
  }
  return hashes
}

/** The hashes of an item's pictures, as they were stored with them. */
export const storedHashes = async (db: Db | Tx, itemId: string): Promise<PictureHashes[]> => {
  const { rows } = await sql<PictureHashes>`
    select image_id as "imageId", exact_hash as exact, look_hash as look from gallery_file
    where item_id = ${itemId} and exact_hash is not null and look_hash is not null`.execute(db)
  return rows
}

/** Whether one of these pictures was taken down before, the same bytes or the same look. */
export const isAnyRefused = async (db: Db | Tx, hashes: readonly PictureHashes[]): Promise<boolean> => {
  if (hashes.length === 0) return false
  const telling = hashes.filter(({ look }) => isTelling(look)).map(({ look }) => look)
  const { rows } = await sql`
    select from gallery_refused_picture r
    where r.exact_hash = any(${hashes.map(({ exact }) => exact)}::text[])
      or exists (select from unnest(${telling}::text[]) look
        where bit_count(look::bit(64) # r.look_hash::bit(64)) <= ${sameLookBits})
    limit 1`.execute(db)
  return rows.length > 0
}
