import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import { deleteVariants, originalKey } from './variants.ts'

/** Images of one round; the next round takes up what is left. */
const perRound = 1000

/**
 * Deletes images that have expired (uploads nobody used, portraits that were replaced, pictures that were taken back)
 * and those of members who have gone. What operators were told of stays for them. What has expired is never used again,
 * so its file goes first: a crash in between leaves a row without a file, which the next round deletes.
 */
export const deleteExpiredImages = async ({
  db,
  storage,
  config,
}: Pick<Context, 'db' | 'storage' | 'config'>): Promise<{ deleted: number }> => {
  const { rows } = await sql<{ id: string; path: string; purpose: string | null }>`
    SELECT id, path, purpose FROM image
    WHERE expires_at < now() OR (owner_id IS NULL AND NOT is_house) LIMIT ${perRound}`.execute(db)
  let deleted = 0
  for (const { id, path, purpose } of rows) {
    if (purpose === 'chat' && (await isEvidence(db, id))) {
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
