import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { deleteVariants, originalKey } from './variants.ts'

/** Images of one round; the next round continues with the rest. */
const perRound = 1000

/**
 * Deletes expired images (unused uploads, replaced portraits, unsent images) and the images of erased
 * members. Images that operators keep as evidence stay, whatever they were used for; an upload that was never used is in no
 * report. The file of an image is deleted first: after a crash in between, the next round finds the row without a file and
 * deletes it.
 *
 * @param isEvidence whether a report keeps the image
 */
export const deleteExpiredImages = async (
  { db, storage, config }: Pick<Context, 'db' | 'storage' | 'config'>,
  isEvidence: (db: Db, imageId: string) => Promise<boolean>,
): Promise<{ deleted: number }> => {
  const { rows } = await sql<{ id: string; path: string; purpose: string | null }>`
    SELECT id, path, purpose FROM image
    WHERE (expires_at < now() OR (owner_id IS NULL AND NOT is_platform))
      AND (kept_until IS NULL OR kept_until < now())
    LIMIT ${perRound}`.execute(db)
  let deleted = 0
  for (const { id, path, purpose } of rows) {
    if (purpose !== null && (await isEvidence(db, id))) {
      await sql`UPDATE image SET expires_at = NULL WHERE id = ${id}`.execute(db)
      continue
    }
    await storage.delete(originalKey(path))
    await deleteVariants(config.dataDir, id)
    await sql`DELETE FROM image WHERE id = ${id}`.execute(db)
    deleted += 1
  }
  return { deleted }
}
