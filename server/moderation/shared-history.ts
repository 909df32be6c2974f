import { canSee } from '#domain/people/visibility.ts'
import { conversationWith } from '#server/chat/queries.ts'
import type { Context } from '#server/context.ts'
import { type Member, memberById } from '#server/members/queries.ts'
import type { Viewer } from '#server/members/sessions.ts'

/**
 * Whom a member may block and report: every visible member, and deactivated members with a conversation, so
 * that leaving doesn't prevent a report. Null for all others, as for an unknown member.
 */
export const sharedHistory = async (
  { db }: Pick<Context, 'db'>,
  { memberId, role }: Viewer,
  partnerId: string,
): Promise<Member | null> => {
  const partner = await memberById(db, partnerId)
  if (!partner) return null
  if (canSee({ id: memberId, role }, partner)) return partner
  const hasMet = partner.role === 'closed' && (await conversationWith(db, memberId, partnerId)) !== null
  return hasMet ? partner : null
}
