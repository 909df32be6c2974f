import { expectedChargedMs } from '#domain/calls/expected-charge.ts'
import type { Context } from '#server/context.ts'
import { seatedCallId } from '#server/members/call-seat.ts'
import { meterView } from './metering/metering.ts'
import { msUntilExpiry, type ReadPoint } from './point-cache.ts'
import { pointOf } from './queries.ts'

/** The balance, less what the member's running call has used in whole increments and not yet paid. */
export const myPoint = (context: Context, memberId: string): Promise<number> =>
  context.pointCache.of(memberId, () => readPoint(context, memberId))

const readPoint = async (context: Context, memberId: string): Promise<ReadPoint> => {
  const callId = await seatedCallId(context.db, memberId)
  if (callId) return { value: await pointInCall(context, memberId, callId), steadyMs: 0 }
  const [steadyMs, value] = await Promise.all([
    msUntilExpiry(context.db, memberId),
    pointOf(context.db, memberId),
  ])
  return { value, steadyMs }
}

const pointInCall = async (context: Context, memberId: string, callId: string): Promise<number> => {
  const reading = context.media.readings().get(callId)
  const view = await meterView(context.db, callId, reading && expectedChargedMs(reading), reading?.segments)
  if (view?.payerId === memberId && view.state === 'open') return view.point
  return pointOf(context.db, memberId)
}
