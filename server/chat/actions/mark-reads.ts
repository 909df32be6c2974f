import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { conversationWith, unreadTotal } from '../queries.ts'

/** The largest value of PostgreSQL's int; no conversation reaches it. */
const seqMax = 2 ** 31 - 1

/** Marks messages as read up to one of them. Returns the viewer's unread count over all conversations. */
export const markReads = async (
  context: Context,
  viewer: Pick<Viewer, 'memberId'>,
  input: { partnerId: string; upToSeq: number },
): Promise<{ unread: number } | Refusal<'partnerUnavailable'>> => {
  const { db } = context
  const [conversation, isBlocked] = await Promise.all([
    conversationWith(db, viewer.memberId, input.partnerId),
    isBlockedPair(db, viewer.memberId, input.partnerId),
  ])
  if (!conversation || isBlocked) return refuse('partnerUnavailable')
  const upTo = Math.min(input.upToSeq, seqMax)
  if (upTo > conversation.syncState.ownReadSeq) {
    const published = context.events.inStatement({
      type: 'chat:read',
      memberIds: [conversation.callerId, conversation.broadcasterId],
    })
    await sql`
      select case when r then ${published} end
      from chat_read(${viewer.memberId}, ${input.partnerId}, ${upTo}::int) r`.execute(db)
  }
  return { unread: await unreadTotal(db, viewer.memberId) }
}
