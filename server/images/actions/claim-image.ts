import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { imageKinds } from '../image-request.ts'

interface ClaimedImage {
  /** Pixels of the original. */
  width: number
  height: number
}

/**
 * An image that expires within the longest transaction counts as expired: the job never deletes what is being
 * claimed.
 */
export const claimableYet = sql`expires_at > now() + interval '5 minutes'`

/**
 * Claims an image that its owner has uploaded, exactly once: from then on it stays, and the rule of its
 * purpose decides who sees it. Refuses with `imageGone` an image that isn't the member's, was used before, or
 * has expired.
 */
export const claimImage = async (
  tx: Tx,
  {
    imageId,
    ownerId,
    purpose,
  }: {
    imageId: string
    ownerId: string
    purpose: 'avatar' | 'chat' | 'timeline' | 'market' | 'marketDispute' | 'gallery'
  },
): Promise<ClaimedImage | Refusal<'imageGone'>> => {
  const kind = purpose === 'avatar' ? imageKinds.avatar : imageKinds.content
  const { rows } = await sql<ClaimedImage>`
    UPDATE image SET purpose = ${purpose}, kind = ${kind}, expires_at = NULL
    WHERE id = ${imageId} AND owner_id = ${ownerId} AND purpose IS NULL
      AND stored_at IS NOT NULL AND ${claimableYet}
    RETURNING width, height`.execute(tx)
  return rows[0] ?? refuse('imageGone')
}
