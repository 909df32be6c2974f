import { sql } from 'kysely'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { GalleryKind } from '#contract/gallery/gallery.ts'
import { galleryAccess } from '#domain/gallery/access.ts'
import { purchaseDecision } from '#domain/gallery/purchase.ts'
import { looksLikeSamePerson } from '#domain/people/same-person.ts'
import { chatFacts } from '#server/chat/send-facts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { addMemberNotices } from '#server/notifications/add-notifications.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { myPoint } from '#server/points/my-point.ts'
import { accessFactsOf } from '../item-rows.ts'

type PurchaseRefusal =
  | 'notFound'
  | 'forbidden'
  | 'insufficientPoints'
  | 'underAge'
  | 'galleryPriceChanged'
  | 'galleryReturned'

interface Wanted {
  itemId: string
  /** Each kind has its endpoint; to the other one there is no such item. */
  kind: GalleryKind
  /** The price that the buyer saw. */
  points: number
}

/**
 * Buys an item, once a buyer, however often and from however many devices it is requested; again it answers the purchase.
 * Locks wallets before the item, as a call's end does: the payment is rolled back with any refusal.
 */
export const purchaseItem = async (
  context: Context,
  viewer: Viewer,
  wanted: Wanted,
): Promise<{ point: number } | Refusal<PurchaseRefusal>> => {
  const refusal = await inTransaction(context.db, (tx) => payAndOpen(context, tx, viewer, wanted))
  return refusal ?? { point: await myPoint(context, viewer.memberId) }
}

const payAndOpen = async (
  context: Context,
  tx: Tx,
  viewer: Viewer,
  { itemId, kind, points }: Wanted,
): Promise<null | Refusal<PurchaseRefusal>> => {
  const decided = await decide(context, tx, viewer, { itemId, kind, points })
  if (decided === 'isBought') return null
  if (isRefusal(decided)) return decided
  const { ownerId } = decided
  const paid = await spendPoints(tx, {
    key: `gallery:${itemId}`,
    payerId: viewer.memberId,
    payeeId: ownerId,
    points: decided.points,
    purpose: 'gallery',
    reference: itemId,
  })
  if (isRefusal(paid)) {
    if (paid.refused === 'insufficientPoints') return refuse(paid.refused)
    // Another request of the same buyer has paid another price meanwhile.
    return (await isBought(tx, itemId, viewer.memberId)) ? null : refuse('galleryPriceChanged')
  }
  // Another request of the same buyer was quicker, and its payment was this one.
  if (paid.isRepeat) return null
  // During the payment the item may have been changed, withdrawn or taken down, or one may have blocked the other.
  const { rows: locked } = await sql<{ title: string }>`
    select title from gallery_item where id = ${itemId} for update`.execute(tx)
  const still = await decide(context, tx, viewer, { itemId, kind, points })
  if (still === 'isBought') throw new Error(`gallery item ${itemId} was bought without its payment`)
  if (isRefusal(still)) return still
  await sql`
    insert into gallery_purchase (item_id, member_id, points, transfer_id)
    values (${itemId}, ${viewer.memberId}, ${decided.points}, ${paid.transferId})`.execute(tx)
  await sql`update gallery_item set sale_count = sale_count + 1 where id = ${itemId}`.execute(tx)
  await addMemberNotices(tx, [
    {
      ...{ memberId: ownerId, actorId: viewer.memberId, once: `${itemId}:${viewer.memberId}` },
      about: { kind: 'gallerySold', itemId, title: locked[0]?.title ?? '', points: decided.points },
    },
  ])
  for (const memberId of [viewer.memberId, ownerId])
    await context.events.publish(tx, { type: 'point:changed', memberId })
  return null
}

const decide = async (
  context: Context,
  tx: Tx,
  { memberId, role }: Viewer,
  { itemId, kind, points }: Wanted,
): Promise<{ points: number; ownerId: string } | 'isBought' | Refusal<PurchaseRefusal>> => {
  const facts = await accessFactsOf(tx, itemId, memberId)
  if (facts?.kind !== kind) return refuse('notFound')
  const { own, partner } = await chatFacts(tx, memberId, facts.ownerId, context.now())
  const decided = purchaseDecision({
    access: galleryAccess(facts),
    isCaller: role === 'caller',
    isUnderAge: own.isUnderAge,
    isSamePerson: partner === null || looksLikeSamePerson(own, partner),
    wasReturned: facts.wasReturned,
    price: facts.price,
    shownPoints: points,
  })
  return decided === 'isBought' || isRefusal(decided) ? decided : { ...decided, ownerId: facts.ownerId }
}

/** A purchase, also one whose points were returned. */
const isBought = async (tx: Tx, itemId: string, memberId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from gallery_purchase where item_id = ${itemId} and member_id = ${memberId}`.execute(tx)
  return rows.length > 0
}
