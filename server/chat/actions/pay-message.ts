import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { ChatSides } from '#domain/chat/sides.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { chatMembers } from './post-message.ts'

interface MessagePayment {
  messageId: string
  sides: ChatSides
  points: number
}

/**
 * Charges the price of a caller's message, in the transaction that posts it and before the posting: wallets
 * are locked before conversations. `isNew` is false if this message was paid for before, at any price.
 */
export const payMessage = async (
  tx: Tx,
  { messageId, sides, points }: MessagePayment,
): Promise<{ isNew: boolean } | Refusal<'insufficientPoints'>> => {
  const paid = await spendPoints(tx, {
    key: `chatMessage:${messageId}`,
    payerId: sides.callerId,
    payeeId: sides.broadcasterId,
    points,
    purpose: 'chatMessage',
    reference: messageId,
  })
  if (!('refused' in paid)) return { isNew: !paid.isRepeat }
  return paid.refused === 'insufficientPoints' ? refuse(paid.refused) : { isNew: false }
}

/** Stores on a posted message what it cost, and notifies both sides that their points changed. */
export const recordMessagePayment = async (
  context: Context,
  tx: Tx,
  { messageId, sides, points }: MessagePayment,
): Promise<void> => {
  await sql`update chat_message set paid_points = ${points} where id = ${messageId}`.execute(tx)
  for (const memberId of chatMembers(sides))
    await context.events.publish(tx, { type: 'point:changed', memberId })
}
