import type { CallEnd } from '../../../domain/calls/transition.ts'
import { incrementPoints } from '../../../domain/points/increment.ts'
import { decidePointBack } from '../../../domain/points/point-back.ts'
import type { Tx } from '../../db/database.ts'
import { pointBack, pointBacksToday } from '../../points/metering.ts'
import type { CallRecord } from '../call-record.ts'

/**
 * Gives back what the point-back rule says for a settled call, by a transfer of its own (product.md 3). Answers the
 * points that went back.
 */
export const returnPoints = async (
  tx: Tx,
  record: CallRecord,
  end: CallEnd,
  settled: { points: number },
): Promise<number> => {
  const decision = decidePointBack({
    endReason: end.reason,
    lostSide: end.lostSide,
    points: settled.points,
    incrementPoints: incrementPoints(record.ratePointsPerMin),
    pointBacksToday: await pointBacksToday(tx, record.callerId),
  })
  if (!decision) return 0
  await pointBack(tx, { callId: record.id, ...decision })
  return decision.points
}
