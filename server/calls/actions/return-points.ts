import type { CallEnd } from '#domain/calls/transition.ts'
import { incrementPoints } from '#domain/points/increment.ts'
import { decidePointBack } from '#domain/points/point-back.ts'
import type { Tx } from '#server/db/database.ts'
import { raiseAlert } from '#server/operators/raise-alert.ts'
import { platformPointBacksToday, pointBack, pointBacksToday } from '#server/points/metering/metering.ts'
import { billedMeterOf, lastMinutePointsOf } from '#server/points/metering/segments.ts'
import type { CallRecord } from '../call-record.ts'

/**
 * Returns what the point-back rule says for a settled call, by a transfer of its own (product.md 3.15).
 * Answers the points that were returned.
 */
export const returnPoints = async (
  tx: Tx,
  record: CallRecord,
  end: CallEnd,
  settled: { points: number },
): Promise<number> => {
  const billed = await billedMeterOf(tx, record.id)
  const platform = await platformPointBacksToday(tx, record.id)
  const decision = decidePointBack({
    endReason: end.reason,
    lostSide: end.lostSide,
    points: settled.points,
    lastMinutePoints: billed
      ? lastMinutePointsOf(billed, incrementPoints(record.ratePointsPerMin))
      : record.ratePointsPerMin,
    pointBacksToday: await pointBacksToday(tx, record.callerId),
    platformPaidToday: { ofPair: platform.ofPair.calls, ofBroadcaster: platform.ofBroadcaster.calls },
  })
  if (!decision) return 0
  const { points, reason, paidByPlatform } = decision
  await pointBack(tx, { callId: record.id, points, reason, paidByPlatform })
  if (decision.isBeyondPlatformBound) {
    const { ofPair, ofBroadcaster } = platform
    await raiseAlert(tx, {
      kind: 'platformPointBacks',
      subject: `member:${record.broadcasterId}`,
      text:
        `配信者 ${record.broadcasterId} の通話で、運営負担の返還が1日の上限に達しました` +
        `（本日 ${ofBroadcaster.calls}件・${ofBroadcaster.points}pt、` +
        `うち会員 ${record.callerId} との通話 ${ofPair.calls}件・${ofPair.points}pt）。以後の返還は報酬から戻しています。`,
    })
  }
  return points
}
