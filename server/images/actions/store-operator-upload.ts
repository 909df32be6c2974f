import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { StorageKeyTaken } from '#adapters/storage/port.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { UploadedImage } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { DecodedUpload } from '../decode-upload.ts'
import { imageKinds } from '../image-request.ts'
import { originalKey } from '../variants.ts'

interface OperatorUpload {
  /** A name of the uploader, in any words. */
  sender: string
  /** Made by the uploader. */
  uploadId: string
}

/** As random as the upload's id; the same upload of the same uploader has the same id. */
const operatorImageId = ({ sender, uploadId }: OperatorUpload): string =>
  createHash('sha256').update(`platform:${sender}:${uploadId}`).digest('hex').slice(0, 32)

/**
 * Stores an operator's image until it is claimed, a day at most; its row is written before its file, as for a
 * member's. The same upload again returns the same image. Refuses with `idempotencyMismatch` other bytes
 * under its id.
 */
export const storeOperatorUpload = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  upload: OperatorUpload,
  { jpeg, width, height }: DecodedUpload,
): Promise<UploadedImage | Refusal<'idempotencyMismatch'>> => {
  const imageId = operatorImageId(upload)
  const path = `${imageId}.jpg`
  await sql`
    INSERT INTO image (id, kind, path, is_platform, stored_at, expires_at)
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
