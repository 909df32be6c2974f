import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { decideInRoom, decidePrice } from '#domain/live/payment.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { myPoint } from '#server/points/my-point.ts'
import { passOnFunding } from '../../media/pass-on-funding.ts'
import { roomFacts } from '../flow-facts.ts'
import { type PayRefusal, payEntry } from '../pay-in-room.ts'
import { addToGoal } from '../post-entry.ts'
import { presentsOnSale } from '../queries.ts'
import { entryAt, type PaidEntry, repeatOf } from './comment.ts'

export type PresentRefusal =
  | Exclude<PayRefusal, 'liveSlowMode'>
  | 'notFound'
  | 'liveMuted'
  | 'livePriceChanged'

/**
 * Pays and gives a present, once per client-made id; it is final (product.md 16.2 and 16.3). A present that is no longer sold has
 * no price, so it is refused as livePriceChanged.
 */
export const payPresent = async (
  context: Context,
  { memberId }: Viewer,
  input: { roomId: string; giftId: string; presentId: string; quantity: number; expectedPoints: number },
): Promise<PaidEntry | Refusal<PresentRefusal>> => {
  const { db } = context
  const { roomId, giftId: id, quantity } = input
  const repeat = await repeatOf(context, id, {
    ...{ roomId, memberId, kind: 'present', text: '', itemId: input.presentId, quantity },
  })
  if (isRefusal(repeat)) return repeat
  if (repeat) return { entry: repeat, point: await myPoint(context, memberId) }
  const facts = await roomFacts(db, roomId, memberId)
  if (!facts) return refuse('notFound')
  const refusal = decideInRoom(facts)
  if (refusal) return refusal
  const present = (await presentsOnSale(db)).find(({ presentId }) => presentId === input.presentId)
  if (!present) return refuse('livePriceChanged')
  const points = present.points * quantity
  const { callId } = facts
  const wrongPrice = decidePrice(points, input.expectedPoints)
  if (wrongPrice) return wrongPrice
  if (callId === null) return refuse('liveNotWatching')
  const item = { id: present.presentId, name: present.name, quantity }
  const posted = await inTransaction(db, async (tx) => {
    const paid = await payEntry(
      context,
      tx,
      { ...facts, callId },
      { ...{ id, roomId, kind: 'present', memberId, callId, item, points }, purpose: 'livePresent' },
    )
    if (!isRefusal(paid) && paid.status === 'posted')
      await addToGoal(context, tx, { roomId, memberId, points, quantity })
    return paid
  })
  if (!isRefusal(posted) && facts.spendCap !== null) await passOnFunding(context, callId)
  if (!isRefusal(posted))
    return { entry: await entryAt(context, roomId, posted.seq), point: await myPoint(context, memberId) }
  if (posted.refused === 'liveSlowMode') throw new Error('slow mode held a present')
  return refuse(posted.refused)
}
