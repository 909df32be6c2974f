import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'

/**
 * Lets go of an image that is out of use: it is deleted some days later. Until then pages that still name it go on
 * showing it to whom its purpose's rule lets see it.
 */
export const retireImage = async (tx: Tx, imageId: string, keptDays = 1): Promise<void> => {
  await sql`
    UPDATE image SET expires_at = now() + make_interval(days => ${keptDays}::int) WHERE id = ${imageId} AND expires_at IS NULL`.execute(
    tx,
  )
}
