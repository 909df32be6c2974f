import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { refundTransfer } from '#server/points/ledger/ledger.ts'

interface Bought {
  memberId: string
  ownerId: string
  transferId: number
  isReturned: boolean
}

/** Returns the points of one purchase; the buyer loses the item. Refuses: notFound, galleryReturned. */
export const returnPurchase = async (
  context: Pick<Context, 'events'>,
  tx: Tx,
  { itemId, memberId, isPaidByPlatform }: { itemId: string; memberId: string; isPaidByPlatform: boolean },
): Promise<{ points: number } | Refusal<'notFound' | 'galleryReturned'>> => {
  const { rows } = await sql<Bought>`
    select p.member_id as "memberId", i.owner_id as "ownerId", p.transfer_id as "transferId",
      p.returned_at is not null as "isReturned"
    from gallery_purchase p join gallery_item i on i.id = p.item_id
    where p.item_id = ${itemId} and p.member_id = ${memberId}`.execute(tx)
  const [bought] = rows
  if (!bought) return refuse('notFound')
  if (bought.isReturned) return refuse('galleryReturned')
  const refunded = await refundTransfer(tx, {
    key: 'galleryReturn',
    transferId: bought.transferId,
    points: 'all',
    paidByPlatform: isPaidByPlatform,
    purpose: 'galleryReturn',
    reference: itemId,
  })
  // Another operator returned it in another way meanwhile.
  if (isRefusal(refunded) || refunded.isRepeat) return refuse('galleryReturned')
  await sql`
    update gallery_purchase set returned_at = now(), returned_by_platform = ${isPaidByPlatform}
    where item_id = ${itemId} and member_id = ${memberId}`.execute(tx)
  await sql`update gallery_item set sale_count = greatest(0, sale_count - 1) where id = ${itemId}`.execute(tx)
  await addMemberNotices(tx, [
    {
      ...{ memberId, once: `gallery:${itemId}` },
      about: { kind: 'pointsMoved', moment: 'returned', points: refunded.points, orderId: null },
    },
  ])
  for (const id of [bought.memberId, bought.ownerId])
    await context.events.publish(tx, { type: 'point:changed', memberId: id })
  return { points: refunded.points }
}

/** Purchases of one round; the next one continues. */
const perRound = 500

/**
 * Every minute: returns what was bought of items that were removed with their points, paid by their broadcasters. Each
 * purchase has its own transaction; a repeat finds the rest.
 */
export const returnRemoved = async (context: Pick<Context, 'db' | 'events' | 'log'>): Promise<number> => {
  const { rows } = await sql<{ itemId: string; memberId: string }>`
    select p.item_id as "itemId", p.member_id as "memberId"
    from gallery_removal r join gallery_purchase p on p.item_id = r.item_id
    where r.returns_points and p.returned_at is null order by r.removed_at, p.member_id limit ${perRound}`.execute(
    context.db,
  )
  let returned = 0
  for (const { itemId, memberId } of rows) {
    const done = await inTransaction(context.db, (tx) =>
      returnPurchase(context, tx, { itemId, memberId, isPaidByPlatform: false }),
    ).catch((error: unknown) => {
      context.log.error('gallery-return-failed', { itemId, memberId, error })
      return refuse('galleryReturned')
    })
    if (!isRefusal(done)) returned += 1
  }
  return returned
}
