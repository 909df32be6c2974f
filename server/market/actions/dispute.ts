import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { disputeTextMax, marketReviewMax } from '#contract/market/market.ts'
import { readText } from '#domain/market/listing.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { claimImage } from '#server/images/actions/claim-image.ts'
import { contactGuardDecision } from '#server/safety/contact-guard.ts'
import { addMarketNotices } from '../notices.ts'
import { lockTransaction, memberOf, sideOf } from '../transaction-record.ts'
import { applyMemberEvent } from './apply-market-event.ts'

type EntryRefusal =
  | 'notFound'
  | 'marketStepWrong'
  | 'marketDisputeTextWrong'
  | 'marketDisputeFull'
  | 'imageGone'
  | 'contactRefused'

/** Entries of one side in a dispute. */
const entriesMax = 30

interface Entry {
  transactionId: string
  /** Made by the client. */
  entryId: string
  text: string
  imageIds: readonly string[]
}

/** Says something in a dispute; the same id again is the same entry. */
export const addDisputeEntry = (
  context: Context,
  memberId: string,
  { transactionId, entryId, text, imageIds }: Entry,
): Promise<null | Refusal<EntryRefusal>> =>
  inTransaction<null | Refusal<EntryRefusal>>(context.db, async (tx) => {
    const transaction = await lockTransaction(tx, transactionId)
    const side = transaction && sideOf(transaction, memberId)
    if (!transaction || !side) return refuse('notFound')
    const { phase } = transaction.state
    if (phase !== 'disputed' && phase !== 'returning') return refuse('marketStepWrong')
    const read = readText(text, disputeTextMax)
    if (!read) return refuse('marketDisputeTextWrong')
    if (await contactGuardDecision(tx, { text: read, isWarned: true })) return refuse('contactRefused')
    const entries = await tx
      .selectFrom('market_dispute_entry')
      .select(['id', 'author'])
      .where('transaction_id', '=', transactionId)
      .execute()
    if (entries.some(({ id }) => id === entryId)) return null
    if (entries.filter(({ author }) => author === side).length >= entriesMax)
      return refuse('marketDisputeFull')
    for (const imageId of imageIds) {
      const claimed = await claimImage(tx, { imageId, ownerId: memberId, purpose: 'marketDispute' })
      if (isRefusal(claimed)) return claimed
    }
    const added = await tx
      .insertInto('market_dispute_entry')
      .values({
        id: entryId,
        transaction_id: transactionId,
        author: side,
        text: read,
        image_ids: [...imageIds],
        created_at: new Date(context.now()),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('notFound')
    await addMarketNotices(tx, [
      {
        memberId: memberOf(transaction, side === 'buyer' ? 'seller' : 'buyer'),
        itemId: transaction.itemId,
        transactionId,
        moment: 'disputeText',
        actorId: null,
        occasion: entryId,
      },
    ])
    return null
  })

/** Reviews the other side after receipt, once. */
export const reviewTransaction = async (
  context: Context,
  memberId: string,
  { transactionId, isGood, text }: { transactionId: string; isGood: boolean; text: string },
): Promise<null | Refusal<'notFound' | 'marketStepWrong' | 'marketReviewWrong' | 'contactRefused'>> => {
  const read = readText(text, marketReviewMax)
  if (read === null) return refuse('marketReviewWrong')
  if (await contactGuardDecision(context.db, { text: read, isWarned: true })) return refuse('contactRefused')
  return applyMemberEvent(context, memberId, transactionId, 'review', async (tx, transaction, side) => {
    await tx
      .insertInto('market_review')
      .values({
        transaction_id: transactionId,
        author: side,
        target_id: memberOf(transaction, side === 'buyer' ? 'seller' : 'buyer'),
        is_good: isGood,
        text: read,
        created_at: new Date(context.now()),
      })
      .execute()
  })
}
