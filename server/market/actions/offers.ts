import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { MarketMoment } from '#contract/market/market.ts'
import {
  answeredOffer,
  isOfferable,
  type OfferAnswer,
  offerLifeMs,
  offerStateAt,
} from '#domain/market/offer.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isBlockedPair } from '#server/safety/queries.ts'
import { lastOffer, lockItem, offerOf, visibleItem } from '../item-record.ts'
import { addMarketNotices } from '../notices.ts'
import { maySell } from '../same-person.ts'

type OfferRefusal =
  | 'notFound'
  | 'underAge'
  | 'marketItemGone'
  | 'marketSelf'
  | 'marketOfferWrong'
  | 'marketOfferOpen'
  | 'idempotencyMismatch'

/** Offers a lower price; one at a time for an item. The same id with the same content is the same offer. */
export const offerPrice = (
  context: Context,
  buyerId: string,
  { itemId, offerId, points }: { itemId: string; offerId: string; points: number },
): Promise<null | Refusal<OfferRefusal>> =>
  inTransaction<null | Refusal<OfferRefusal>>(context.db, async (tx) => {
    if (!(await visibleItem(tx, itemId, buyerId))) return refuse('notFound')
    const item = await lockItem(tx, itemId)
    if (!item) return refuse('notFound')
    const permitted = await maySell(tx, { buyerId, sellerId: item.sellerId }, context.now())
    if (permitted !== 'yes') return refuse(permitted)
    const known = await lastOffer(tx, itemId, buyerId)
    if (known?.id === offerId) return known.points === points ? null : refuse('idempotencyMismatch')
    if (item.state !== 'onSale') return refuse('marketItemGone')
    if (!isOfferable(points, item.points)) return refuse('marketOfferWrong')
    const state = known && offerStateAt(known, context.now())
    if (state === 'open' || state === 'countered' || state === 'accepted') return refuse('marketOfferOpen')
    const now = context.now()
    const added = await tx
      .insertInto('market_offer')
      .values({
        id: offerId,
        item_id: itemId,
        buyer_id: buyerId,
        points,
        state: 'open',
        expires_at: new Date(now + offerLifeMs),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('idempotencyMismatch')
    await addMarketNotices(tx, [
      {
        ...{ memberId: item.sellerId, itemId, transactionId: null, moment: 'offered' },
        ...{ actorId: buyerId, occasion: offerId },
      },
    ])
    return null
  })

const moments = {
  accept: 'offerAccepted',
  decline: 'offerDeclined',
  counter: 'countered',
} as const satisfies Record<OfferAnswer['answer'], MarketMoment>

/** The seller answers an offer, or the buyer a counter-offer. To others, and across a block, there is none. */
export const answerOffer = (
  context: Context,
  memberId: string,
  { offerId, answer, points }: { offerId: string; answer: OfferAnswer['answer']; points: number },
): Promise<null | Refusal<'notFound' | 'marketOfferGone' | 'marketOfferWrong' | 'marketItemGone'>> =>
  inTransaction<null | Refusal<'notFound' | 'marketOfferGone' | 'marketOfferWrong' | 'marketItemGone'>>(
    context.db,
    async (tx) => {
      const row = await tx.selectFrom('market_offer').selectAll().where('id', '=', offerId).executeTakeFirst()
      const item = row && (await lockItem(tx, row.item_id))
      if (!row || !item) return refuse('notFound')
      const by = memberId === item.sellerId ? 'seller' : memberId === row.buyer_id ? 'buyer' : null
      if (!by || (await isBlockedPair(tx, item.sellerId, row.buyer_id))) return refuse('notFound')
      if (item.state !== 'onSale') return refuse('marketItemGone')
      // Read again under the item's lock.
      const offer = await tx
        .selectFrom('market_offer')
        .selectAll()
        .where('id', '=', offerId)
        .executeTakeFirstOrThrow()
      const next = answeredOffer(
        offerOf(offer),
        { answer, points, by },
        { price: item.points, now: context.now() },
      )
      if ('refused' in next) return refuse(next.refused)
      await tx
        .updateTable('market_offer')
        .set({ points: next.points, state: next.state, expires_at: new Date(next.expiresAt) })
        .where('id', '=', offerId)
        .execute()
      await addMarketNotices(tx, [
        {
          memberId: by === 'seller' ? row.buyer_id : item.sellerId,
          itemId: item.id,
          transactionId: null,
          moment: moments[answer],
          actorId: memberId,
          // One offer goes back and forth.
          occasion: null,
        },
      ])
      return null
    },
  )
