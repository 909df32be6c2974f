import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { forgetVariants, originalKey } from './variants.ts'

/** Images of one round; the next round takes up what is left. */
const perRound = 1000

/**
 * Deletes images that have expired (uploads nobody used, portraits that were replaced) and those of members who have
 * gone. What has expired is never used again, so its file goes first: a crash in between leaves a row without a file,
 * which the next round deletes.
 */
export const deleteExpiredImages = async ({
  db,
  storage,
  config,
}: Pick<Context, 'db' | 'storage' | 'config'>): Promise<{ deleted: number }> => {
  const { rows } = await sql<{ id: string; path: string }>`
    SELECT id, path FROM image WHERE expires_at < now() OR owner_id IS NULL LIMIT ${perRound}`.execute(db)
  for (const { id, path } of rows) {
    await storage.delete(originalKey(path))
    await forgetVariants(config.dataDir, id)
    await sql`DELETE FROM image WHERE id = ${id}`.execute(db)
  }
  return { deleted: rows.length }
}
