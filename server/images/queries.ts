import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { claimableYet } from './actions/claim-image.ts'
import { type ImageKind, imageKinds } from './image-request.ts'

export interface ImageRecord {
  id: string
  /** Null: an operator's. */
  ownerId: string | null
  purpose: 'avatar' | 'chat' | 'message' | 'timeline' | 'market' | 'marketDispute' | 'gallery' | null
  /** File name of the original. */
  path: string
}

/**
 * An available image: stored, an operator's or of a member who hasn't left, and not expired. A portrait
 * disappears as soon as its member leaves. For a viewer of evidence an expired image is available as well:
 * the job that deletes the others keeps it.
 */
export const findImage = async (
  db: Db,
  wanted: { imageId: string; kind: ImageKind; ownerId: string | null; isEvidence?: boolean },
): Promise<ImageRecord | null> => {
  const { rows } = await sql<ImageRecord>`
    SELECT id, owner_id AS "ownerId", purpose, path FROM image
    WHERE id = ${wanted.imageId} AND kind = ${wanted.kind} AND (owner_id IS NOT NULL OR is_platform)
      AND (${wanted.ownerId}::text IS NULL OR owner_id = ${wanted.ownerId})
      AND NOT (kind = ${imageKinds.avatar} AND EXISTS (
        SELECT FROM member m WHERE m.id = image.owner_id AND m.role = 'closed'))
      AND stored_at IS NOT NULL AND (${wanted.isEvidence ?? false} OR expires_at IS NULL OR expires_at > now())`.execute(
    db,
  )
  return rows[0] ?? null
}

/** For the export of a member's data: the file names of the uploaded images that still exist. */
export const imagesOfMember = async (db: Db, memberId: string): Promise<string[]> => {
  const { rows } = await sql<{ path: string }>`
    SELECT path FROM image WHERE owner_id = ${memberId} AND stored_at IS NOT NULL
      AND coalesce(expires_at, 'infinity') > now() ORDER BY created_at, id`.execute(db)
  return rows.map((row) => row.path)
}

/** The file name of an upload that its owner may still claim; null otherwise. */
export const claimableUpload = async (db: Db, imageId: string, ownerId: string): Promise<string | null> => {
  const { rows } = await sql<{ path: string }>`
    SELECT path FROM image WHERE id = ${imageId} AND owner_id = ${ownerId} AND purpose IS NULL
      AND stored_at IS NOT NULL AND ${claimableYet}`.execute(db)
  return rows[0]?.path ?? null
}
