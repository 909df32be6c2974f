import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { StoredBody } from '#domain/chat/message.ts'
import { unlockDecision } from '#domain/chat/unlock.ts'
import { looksLikeSamePerson } from '#domain/people/same-person.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { myPoint } from '#server/points/my-point.ts'
import { changeMessage, findMessage, lockMessage, type MessageRecord } from '../message-record.ts'
import { messageFor } from '../queries.ts'
import { chatFacts } from '../send-facts.ts'
import { postMessage } from './post-message.ts'

type UnlockRefusal = 'notFound' | 'insufficientPoints' | 'imagePriceChanged' | 'underAge'

interface UnlockedImage {
  message: ChatMessage
  /** The payer's balance afterwards. */
  point: number
}

/**
 * Pays for a paid image and unlocks it, once, no matter how often and from how many devices it is requested.
 * For an image that is unlocked already it returns the image.
 */
export const unlockImage = async (
  context: Context,
  viewer: Viewer,
  input: { messageId: string; imagePoints: number },
): Promise<UnlockedImage | Refusal<UnlockRefusal>> => {
  const { memberId } = viewer
  const refusal = await inTransaction(context.db, (tx) => payAndOpen(context, tx, memberId, input))
  if (refusal) return refusal
  const message = await messageFor(context.db, input.messageId, memberId)
  return message ? { message, point: await myPoint(context, memberId) } : refuse('notFound')
}

/**
 * Locks wallets before conversations, as a call's end does: the payment comes first and is rolled back with
 * any failure.
 */
const payAndOpen = async (
  context: Context,
  tx: Tx,
  memberId: string,
  { messageId, imagePoints }: { messageId: string; imagePoints: number },
): Promise<null | Refusal<UnlockRefusal>> => {
  const found = await findMessage(tx, messageId, memberId)
  if (!found) return refuse('notFound')
  const { own, partner } = await chatFacts(tx, memberId, partnerOf(found, memberId), context.now())
  const decided = unlockDecision({
    message: found,
    viewerId: memberId,
    isUnderAge: own.isUnderAge,
    isClosed:
      found.isBlocked ||
      (partner !== null &&
        (partner.isUnderAge || partner.role === 'closed' || looksLikeSamePerson(own, partner))),
    shownPoints: imagePoints,
  })
  if (decided === 'isOpened') return null
  if ('refused' in decided) return decided
  const paid = await spendPoints(tx, {
    key: `unseal:${messageId}`,
    payerId: memberId,
    payeeId: found.senderId,
    points: decided.points,
    purpose: 'unseal',
    reference: messageId,
  })
  if ('refused' in paid) {
    if (paid.refused === 'insufficientPoints') return refuse(paid.refused)
    throw new Error(`unlocking ${messageId}: ${paid.refused}`)
  }
  return open(context, tx, memberId, messageId)
}

const open = async (
  context: Context,
  tx: Tx,
  memberId: string,
  messageId: string,
): Promise<null | Refusal<'notFound'>> => {
  const record = await lockMessage(tx, messageId, memberId)
  // During the payment the image may have been unsent, or one member may have blocked the other.
  if (record?.body.kind !== 'image' || !record.body.price || record.isBlocked) return refuse('notFound')
  // Another device of the same payer was quicker, and its payment was this one.
  if (record.body.price.isOpened) return null
  await changeMessage(context, tx, record, opened(record.body, record.body.price.points))
  for (const member of [record.sides.callerId, record.sides.broadcasterId])
    await context.events.publish(tx, { type: 'point:changed', memberId: member })
  await postMessage(context, tx, {
    id: randomUUID(),
    sides: record.sides,
    sender: null,
    body: { kind: 'system', code: 'imageOpened' },
  })
  return null
}

const opened = (image: Extract<StoredBody, { kind: 'image' }>, points: number): StoredBody => ({
  ...image,
  price: { points, isOpened: true },
})

const partnerOf = ({ sides }: MessageRecord, memberId: string): string =>
  sides.callerId === memberId ? sides.broadcasterId : sides.callerId
