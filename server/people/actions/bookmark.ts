import { sql } from 'kysely'
import { type Refusal, refuse } from '../../../contract/refusal.ts'
import { canSee } from '../../../domain/people/visibility.ts'
import type { Viewer } from '../../account/sessions.ts'
import type { Context } from '../../context.ts'
import { findPerson } from '../queries.ts'
import { isOwnToken } from '../token.ts'

export interface BookmarkInput {
  token: string
  partnerId: string
}

/** Adds a favourite. Precedence of refusals: whose token, himself, nobody there, there already. */
export const addBookmark = async (
  { db }: Context,
  viewer: Viewer,
  input: BookmarkInput,
): Promise<null | Refusal<'forbidden' | 'bookmarkSelf' | 'notFound' | 'bookmarkExists'>> => {
  if (!isOwnToken(viewer, input.token)) return refuse('forbidden')
  if (input.partnerId === viewer.memberId) return refuse('bookmarkSelf')
  const partner = await findPerson(db, input.partnerId)
  if (!partner || !canSee({ id: viewer.memberId, role: viewer.role }, partner)) return refuse('notFound')
  const added = await sql`
    INSERT INTO bookmark (member_id, partner_id) VALUES (${viewer.memberId}, ${partner.id})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(db)
  return added.rows.length > 0 ? null : refuse('bookmarkExists')
}

/** Removes a favourite, also one whose profile the viewer can no longer see. */
export const deleteBookmark = async (
  { db }: Context,
  viewer: Viewer,
  input: BookmarkInput,
): Promise<null | Refusal<'forbidden' | 'notFound' | 'bookmarkMissing'>> => {
  if (!isOwnToken(viewer, input.token)) return refuse('forbidden')
  const removed = await sql`
    DELETE FROM bookmark WHERE member_id = ${viewer.memberId} AND partner_id = ${input.partnerId}
    RETURNING 1`.execute(db)
  if (removed.rows.length > 0) return null
  const partner = await findPerson(db, input.partnerId)
  const isThere = partner && canSee({ id: viewer.memberId, role: viewer.role }, partner)
  return refuse(isThere ? 'bookmarkMissing' : 'notFound')
}
