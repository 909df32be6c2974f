import { isRefusal } from '#contract/core/refusal.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { freezeEarnings, liftFreeze } from './freezes.ts'

/**
 * Follows a dispute of an order: when it opens, what was earned from the order's points freezes; when it is
 * won, the freeze is lifted. Operators are alerted to each freeze, and to a win after they had counted the
 * dispute as lost.
 */
export async function followDispute(
  tx: Tx,
  orderId: string,
  change: 'disputed' | 'disputeWon',
): Promise<void> {
  const subject = `order:${orderId}`
  if (change === 'disputed') {
    const frozen = await freezeEarnings(tx, { disputeId: orderId, orderId })
    if (isRefusal(frozen) || frozen.broadcasterIds.length === 0) return
    const whose = frozen.broadcasterIds.join('、')
    const text = `注文 ${orderId} に支払いの異議があり、この注文のポイントから得た報酬（会員 ${whose}）を凍結しました。`
    return raiseAlert(tx, { kind: 'earningsFrozen', subject, text })
  }
  const lifted = await liftFreeze(tx, orderId)
  if (!isRefusal(lifted) || lifted.refused === 'notFound') return
  const text = `注文 ${orderId} の支払いの異議が取り下げられましたが、報酬はすでに取り消されています。`
  await raiseAlert(tx, { kind: 'disputeWonLate', subject, text })
}
