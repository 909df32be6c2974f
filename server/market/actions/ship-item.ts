import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Carrier } from '#contract/market/market.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addressOf, copyToParcel, parcelAddress } from '../addresses.ts'
import { findTransaction, lockTransaction } from '../transaction-record.ts'
import { applyMemberEvent, applyToLocked } from './apply-market-event.ts'

type LabelRefusal = 'notFound' | 'marketStepWrong' | 'marketAddressMissing' | 'marketLabelUnavailable'

/**
 * The carrier issues the anonymous code of a parcel; the carrier alone gets both addresses. Asked again, the code stays
 * as it is. The carrier is asked outside of a transaction.
 */
export const issueLabel = async (
  context: Context,
  memberId: string,
  { transactionId, carrier }: { transactionId: string; carrier: Carrier },
): Promise<null | Refusal<LabelRefusal>> => {
  const { db } = context
  const transaction = await findTransaction(db, transactionId)
  if (!transaction || transaction.sellerId !== memberId) return refuse('notFound')
  if (transaction.state.phase !== 'paid') return refuse('marketStepWrong')
  if (transaction.state.hasLabel) return null
  const from = await addressOf(context, db, memberId)
  const to = await parcelAddress(context, db, transactionId, 'buyer')
  if (!from || !to) return refuse('marketAddressMissing')
  const label = await context.shipping.issueLabel({ parcelId: transactionId, carrier, from, to })
  if (label.outcome !== 'issued') {
    context.log.error('market-label-not-issued', { transactionId, reason: label.reason })
    return refuse('marketLabelUnavailable')
  }
  return inTransaction<null | Refusal<LabelRefusal>>(db, async (tx) => {
    const locked = await lockTransaction(tx, transactionId)
    if (!locked) return refuse('notFound')
    const applied = await applyToLocked(context, tx, locked, { type: 'label', by: 'seller' })
    if (isRefusal(applied)) return applied
    if (!applied) return null
    await tx
      .updateTable('market_transaction')
      .set({ label_code: label.code, carrier, tracking: 'waiting' })
      .where('id', '=', transactionId)
      .execute()
    await copyToParcel(context, tx, { transactionId, side: 'seller', address: from })
    return null
  })
}

/** The seller has handed the parcel in. */
export const markShipped = (
  context: Context,
  memberId: string,
  transactionId: string,
): Promise<null | Refusal<'notFound' | 'marketStepWrong'>> =>
  applyMemberEvent(context, memberId, transactionId, 'ship', async (tx) => {
    await tx
      .updateTable('market_transaction')
      .set({ tracking: 'accepted' })
      .where('id', '=', transactionId)
      .execute()
  })
