import { sql } from 'kysely'
import { isRefusal } from '#contract/core/refusal.ts'
import type { OrderState } from '#contract/points/purchase.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { oneRow } from '../ledger/row.ts'
import { freezeEarnings, liftFreeze } from './freezes.ts'

/**
 * Runs after points of an order were taken or returned. While its buyer couldn't return all that was
 * refunded, what was earned from its points is frozen; otherwise the freeze is lifted. follow-dispute.ts
 * handles a disputed order. Operators are alerted to each freeze, and to a reversed refund after they had
 * taken the earnings.
 */
export async function followRefund(
  tx: Tx,
  { id: orderId, state }: { id: string; state: OrderState },
): Promise<void> {
  if (state === 'chargedBack') return
  const subject = `order:${orderId}`
  const { unreturned } = await oneRow(
    tx,
    sql<{ unreturned: number }>`select unreturned_of_order(${orderId}) as unreturned`,
  )
  if (unreturned === 0) {
    const lifted = await liftFreeze(tx, orderId)
    if (!isRefusal(lifted) || lifted.refused === 'notFound') return
    const text = `注文 ${orderId} の返金が取り下げられましたが、報酬はすでに取り消されています。`
    return raiseAlert(tx, { kind: 'disputeWonLate', subject, text })
  }
  const frozen = await freezeEarnings(tx, { disputeId: orderId, orderId })
  if (isRefusal(frozen) || frozen.broadcasterIds.length === 0) return
  const whose = frozen.broadcasterIds.join('、')
  const text = `注文 ${orderId} は使われたあとに返金されました。この注文のポイントから得た報酬（会員 ${whose}）を凍結しました。`
  await raiseAlert(tx, { kind: 'earningsFrozen', subject, text })
}
