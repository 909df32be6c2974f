import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { StorageKeyTaken } from '#adapters/storage/port.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { UploadedImage } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { DecodedUpload } from '../decode-upload.ts'
import { imageKinds } from '../image-request.ts'
import { originalKey } from '../variants.ts'

interface HouseUpload {
  /** Who sends it in, in any words. */
  sender: string
  /** Made by the sender. */
  uploadId: string
}

/** As random as the upload's id is; the same upload of the same sender has the same. */
const houseImageId = ({ sender, uploadId }: HouseUpload): string =>
  createHash('sha256').update(`house:${sender}:${uploadId}`).digest('hex').slice(0, 32)

/**
 * Keeps a picture of the house until it is claimed, a day at most; its row comes before its file, as a member's does.
 * The same upload again answers the same picture. Refuses with `idempotencyMismatch` other bytes under its id.
 */
export const storeOperatorUpload = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  upload: HouseUpload,
  { jpeg, width, height }: DecodedUpload,
): Promise<UploadedImage | Refusal<'idempotencyMismatch'>> => {
  const imageId = houseImageId(upload)
  const path = `${imageId}.jpg`
  await sql`
    INSERT INTO image (id, kind, path, is_house, stored_at, expires_at)
    VALUES (${imageId}, ${imageKinds.content}, ${path}, true, NULL, now() + interval '1 day')
    ON CONFLICT (id) DO NOTHING`.execute(db)
  try {
    await storage.put(originalKey(path), jpeg)
  } catch (error) {
    if (error instanceof StorageKeyTaken) return refuse('idempotencyMismatch')
    throw error
  }
  await sql`
    UPDATE image SET stored_at = now(), width = ${width}, height = ${height}, bytes = ${jpeg.length}
    WHERE id = ${imageId} AND stored_at IS NULL`.execute(db)
  return { type: 'success', imageId, width, height }
}
