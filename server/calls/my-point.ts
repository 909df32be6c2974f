import type { Context } from '../context.ts'
import { meterView } from '../points/metering.ts'
import { pointOf } from '../points/queries.ts'
import { seatedCallId } from './queries.ts'

/** The balance, less what the member's running call has used in whole increments and not yet paid. */
export const myPoint = async (context: Context, memberId: string): Promise<number> => {
  const callId = await seatedCallId(context.db, memberId)
  if (callId) {
    const view = await meterView(context.db, callId, (await context.media.reading(callId))?.chargedMs)
    if (view?.payerId === memberId && view.state === 'open') return view.point
  }
  return pointOf(context.db, memberId)
}
