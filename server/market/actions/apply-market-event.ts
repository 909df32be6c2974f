import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import type { MarketSide } from '#contract/market/market.ts'
import { type TransactionEvent, transactionStep } from '#domain/market/transaction.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { settleEscrow } from '../escrow.ts'
import { addMarketNotices } from '../notices.ts'
import {
  addStep,
  lockTransaction,
  memberOf,
  saveTransaction,
  sideOf,
  type TransactionRecord,
} from '../transaction-record.ts'

type EventRefusal = Refusal<'notFound' | 'marketStepWrong'>
export type MarketContext = Pick<Context, 'events' | 'now'>

/** What a member asks for; the side is looked up. */
export type MemberRequest = Exclude<
  TransactionEvent,
  { type: 'decide' | 'tick' | 'deliver' | 'itemGone' }
>['type']

/**
 * Applies an event to a locked transaction: decide once, save, move the points, notify. Everything that changes a
 * transaction comes through here.
 *
 * @returns whether anything happened; a repeated event changes nothing
 */
export const applyToLocked = async (
  context: MarketContext,
  tx: Tx,
  transaction: TransactionRecord,
  event: TransactionEvent,
): Promise<boolean | Refusal<'marketStepWrong'>> => {
  const { id, itemId, buyerId, sellerId } = transaction
  const now = context.now()
  const step = transactionStep(transaction.state, event, now)
  if ('refused' in step) return refuse(step.refused)
  if (step.moment === null) return false
  const { moment } = step
  await saveTransaction(tx, id, step.state)
  await addStep(tx, id, moment, now)
  if (step.state.phase === 'cancelled' || step.state.phase === 'returned') await withdrawItem(tx, itemId)
  if (step.state.phase === 'disputed')
    await raiseAlert(tx, {
      kind: 'marketDispute',
      subject: id,
      text: 'フリマの取引に、決定が必要な問題があります。',
    })
  await addMarketNotices(
    tx,
    step.notified.map((side) => ({
      memberId: memberOf(transaction, side),
      ...{ itemId, transactionId: id, moment, actorId: null, occasion: null },
    })),
  )
  if (step.settlement) {
    await settleEscrow(tx, id, step.settlement)
    for (const memberId of [buyerId, sellerId])
      await context.events.publish(tx, { type: 'point:changed', memberId })
  }
  return true
}

/** The seller has it, or has it back: it can be put on sale again. */
const withdrawItem = async (tx: Tx, itemId: string): Promise<void> => {
  await tx
    .updateTable('market_item')
    .set({ state: 'withdrawn' })
    .where('id', '=', itemId)
    .where('state', '=', 'sold')
    .execute()
}

/** To anybody but its two sides there is no such transaction. Refuses: notFound, marketStepWrong. */
export const applyMemberEvent = (
  context: Context,
  memberId: string,
  transactionId: string,
  type: MemberRequest,
  /** In the same transaction, after the event. */
  also: (tx: Tx, transaction: TransactionRecord, side: MarketSide) => Promise<void> = async () => undefined,
): Promise<null | EventRefusal> =>
  inTransaction<null | EventRefusal>(context.db, async (tx) => {
    const transaction = await lockTransaction(tx, transactionId)
    const side = transaction && sideOf(transaction, memberId)
    if (!transaction || !side) return refuse('notFound')
    const applied = await applyToLocked(context, tx, transaction, { type, by: side })
    if (isRefusal(applied)) return applied
    if (applied) await also(tx, transaction, side)
    return null
  })

/** Events of the clock, of the carrier and of an item that is gone; one that no longer fits changes nothing. */
export const applyOwnEvent = (
  context: Context,
  transactionId: string,
  event: Extract<TransactionEvent, { type: 'tick' | 'deliver' | 'itemGone' }>,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const transaction = await lockTransaction(tx, transactionId)
    if (transaction) await applyToLocked(context, tx, transaction, event)
  })
