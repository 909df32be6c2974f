import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Lets go of an image that is out of use: it is deleted a day later. Until then pages that still name it go on
 * showing it to whom its purpose's rule lets see it.
 */
export const retireImage = async (tx: Tx, imageId: string): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now() + interval '1 day' WHERE id = ${imageId} AND expires_at IS NULL`.execute(
    tx,
  )
}
