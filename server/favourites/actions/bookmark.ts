import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { isOwnToken } from '#server/members/body-token.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { findVisiblePerson } from '#server/people/queries.ts'
import { isBlockedPair } from '#server/safety/queries.ts'

interface BookmarkInput {
  token: string
  partnerId: string
}

/**
 * Adds a favourite. The order of the refusals: the token, the own account, an unknown member, an existing
 * favourite.
 */
export const addBookmark = async (
  { db }: Context,
  viewer: Viewer,
  input: BookmarkInput,
): Promise<null | Refusal<'forbidden' | 'bookmarkSelf' | 'notFound' | 'bookmarkExists'>> => {
  if (!isOwnToken(viewer, input.token)) return refuse('forbidden')
  if (input.partnerId === viewer.memberId) return refuse('bookmarkSelf')
  const partner = await findVisiblePerson(db, viewer, input.partnerId)
  if (!partner) return refuse('notFound')
  const added = await sql`
    INSERT INTO bookmark (member_id, partner_id) VALUES (${viewer.memberId}, ${partner.id})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(db)
  return added.rows.length > 0 ? null : refuse('bookmarkExists')
}

/**
 * Removes a favourite, also one whose profile the viewer's role no longer sees. A block hides it, and it is
 * there again after the block.
 */
export const deleteBookmark = async (
  { db }: Context,
  viewer: Viewer,
  input: BookmarkInput,
): Promise<null | Refusal<'forbidden' | 'notFound' | 'bookmarkMissing'>> => {
  if (!isOwnToken(viewer, input.token)) return refuse('forbidden')
  if (await isBlockedPair(db, viewer.memberId, input.partnerId)) return refuse('notFound')
  const removed = await sql`
    DELETE FROM bookmark WHERE member_id = ${viewer.memberId} AND partner_id = ${input.partnerId}
    RETURNING 1`.execute(db)
  if (removed.rows.length > 0) return null
  const partner = await findVisiblePerson(db, viewer, input.partnerId)
  return refuse(partner ? 'bookmarkMissing' : 'notFound')
}
