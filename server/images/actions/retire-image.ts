import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Marks an image that is no longer used for deletion some days later. Until then pages that still refer to it
 * show it to whom its purpose's rule allows.
 */
export const retireImage = async (tx: Tx, imageId: string, keptDays = 1): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now() + make_interval(days => ${keptDays}::int) WHERE id = ${imageId} AND expires_at IS NULL`.execute(
    tx,
  )
}

/**
 * Takes images that are in use from everybody, and keeps their files as evidence until then; the job deletes them
 * afterwards.
 */
export const keepImagesUntil = async (tx: Tx, imageIds: readonly string[], until: Date): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now(), kept_until = ${until} WHERE id = any(${imageIds}::text[])`.execute(
    tx,
  )
}
