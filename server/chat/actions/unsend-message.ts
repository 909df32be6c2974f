import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { unsendDecision, unsentKeptDays } from '#domain/chat/unsend.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { retireImage } from '#server/images/actions/retire-image.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { eraseMessage, lockMessage } from '../message-record.ts'
import { messageFor } from '../queries.ts'

/**
 * Unsends an own message for both sides: its content disappears from the conversation and no longer counts as
 * unread. A copy is kept for some days, for reports alone. Unsending again returns the same result.
 */
export const unsendMessage = (
  context: Context,
  viewer: Viewer,
  messageId: string,
): Promise<ChatMessage | Refusal<'notFound' | 'unsendTooLate' | 'unsendPaid'>> =>
  inTransaction(context.db, async (tx) => {
    const record = await lockMessage(tx, messageId, viewer.memberId)
    if (!record || record.isBlocked) return refuse('notFound')
    const decided = unsendDecision(record, viewer.memberId, record.nowMs)
    if (typeof decided === 'object') return decided
    if (decided === 'unsend') {
      if (record.body.kind === 'image') await retireImage(tx, record.body.imageId, unsentKeptDays)
      await eraseMessage(context, tx, record)
    }
    return (await messageFor(tx, messageId, viewer.memberId)) ?? refuse('notFound')
  })
