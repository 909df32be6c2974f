import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { earningSummary } from './earnings/queries.ts'
import { deleteCard } from './orders/saved-card.ts'

/**
 * Erases a person's part of the points: they are forfeited, the saved card and the payout account are
 * deleted, and so is what ties orders to a network or a browser. The ledger, orders, receipts and payouts
 * stay under the member's id, because books are kept for years. Earnings aren't forfeited: where any are left
 * the operators are alerted, because they can no longer be paid out.
 */
export const erasePoints = async (tx: Tx, memberId: string): Promise<void> => {
  await sql`select forfeit_points(${memberId})`.execute(tx)
  await deleteCard(tx, memberId)
  await tx.deleteFrom('payout_account').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('own_purchase_limit').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('purchase_step').where('member_id', '=', memberId).execute()
  await tx
    .updateTable('purchase_order')
    .set({ network_key: null, challenge_url: null })
    .where('member_id', '=', memberId)
    .execute()
  const { payable, pending, frozen } = await earningSummary(tx, memberId)
  const left = payable + pending + frozen
  if (left === 0) return
  await raiseAlert(tx, {
    kind: 'earningsLeft',
    subject: memberId,
    text: `退会した会員${memberId}の情報を消去しました。受け取られていない報酬が${left.toLocaleString('ja-JP')}pt残っています。`,
  })
}
