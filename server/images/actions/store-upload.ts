import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { StorageKeyTaken } from '#adapters/storage/port.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { UploadedImage } from '#contract/images/images.ts'
import type { Context } from '#server/context.ts'
import type { DecodedUpload } from '../decode-upload.ts'
import { imageKinds } from '../image-request.ts'
import { originalKey } from '../variants.ts'
import { claimableYet } from './claim-image.ts'

export interface Upload {
  ownerId: string
  /** Made by the member's browser. */
  uploadId: string
}

/** Images of a member in 24 hours; a busy evening of chat sends a few dozen. */
const uploadsPerDayMax = 200

/** The image that an upload has become; null before that, and when it has expired. */
export const findUpload = async (
  { db }: Pick<Context, 'db'>,
  { ownerId, uploadId }: Upload,
): Promise<UploadedImage | null> => {
  const { rows } = await sql<{ imageId: string; width: number; height: number }>`
    SELECT id AS "imageId", width, height FROM image
    WHERE owner_id = ${ownerId} AND upload_id = ${uploadId} AND stored_at IS NOT NULL
      AND (purpose IS NOT NULL OR ${claimableYet})`.execute(db)
  return rows[0] ? { type: 'success', ...rows[0] } : null
}

/** Whether the member has uploaded the maximum of images in the last 24 hours. */
export const hasUploadedEnough = async ({ db }: Pick<Context, 'db'>, ownerId: string): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM image
    WHERE owner_id = ${ownerId} AND upload_id IS NOT NULL AND created_at > now() - interval '1 day'`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= uploadsPerDayMax
}

/**
 * Stores an image for its owner until it is claimed, a day at most. Its row is written first, so that no
 * original is ever without one: after a crash in between the same upload again completes it, or the job
 * deletes it. Refuses with `idempotencyMismatch` other bytes under the id of an upload that is still stored.
 */
export const storeUpload = async (
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { ownerId, uploadId }: Upload,
  { jpeg, width, height }: DecodedUpload,
): Promise<UploadedImage | Refusal<'idempotencyMismatch'>> => {
  // An expired upload under this id can't be used any more; the job deletes it.
  await sql`
    UPDATE image SET upload_id = NULL
    WHERE owner_id = ${ownerId} AND upload_id = ${uploadId} AND purpose IS NULL AND NOT (${claimableYet})`.execute(
    db,
  )
  // 128 bits: nobody can guess the address of another member's image.
  const newId = randomBytes(16).toString('hex')
  const { rows } = await sql<{ id: string; path: string }>`
    INSERT INTO image (id, owner_id, kind, path, upload_id, stored_at, expires_at)
    VALUES (${newId}, ${ownerId}, ${imageKinds.content}, ${`${newId}.jpg`}, ${uploadId}, NULL,
      now() + interval '1 day')
    ON CONFLICT (owner_id, upload_id) WHERE upload_id IS NOT NULL DO UPDATE SET upload_id = EXCLUDED.upload_id
    RETURNING id, path`.execute(db)
  const { id: imageId, path } = rows[0] as { id: string; path: string }
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
