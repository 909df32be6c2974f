import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { claimableYet } from './claim-image.ts'

/**
 * Claims an image that an operator has uploaded; from then on everybody may see it. A claimed image stays
 * claimed, and several pages may show it. Refuses with `imageGone` an image that isn't an operator's or has
 * expired.
 */
export const claimOperatorImage = async (tx: Tx, imageId: string): Promise<Refusal<'imageGone'> | null> => {
  const { rows } = await sql`
    UPDATE image SET purpose = 'message', expires_at = NULL
    WHERE id = ${imageId} AND is_platform AND stored_at IS NOT NULL AND (expires_at IS NULL OR ${claimableYet})
    RETURNING id`.execute(tx)
  return rows[0] ? null : refuse('imageGone')
}
