import type { MediaReading } from '../../../adapters/media/port.ts'
import type { Context } from '../../context.ts'
import { makeMeterDue } from '../../points/meter-funding.ts'
import { billDue, type MeterBilled, reportMeters } from '../../points/metering.ts'
import { findCall } from '../call-record.ts'
import { applyEvent } from './apply-event.ts'

/** Calls billed in one transaction; a larger backlog takes another round at once. */
const batchSize = 100

/** Charges every call that is due and passes on what is funded now. No timer decides about money: the due time does. */
export const billDueCalls = async (context: Context): Promise<void> => {
  for (;;) {
    const billed = await billDue(context.db, batchSize)
    await Promise.all(billed.map((call) => afterBilling(context, call)))
    if (billed.length < batchSize) return
  }
}

/** The media server has stopped forwarding because the paid time is used up: fund more now, or end the call. */
export const billCall = async (context: Context, callId: string, reading: MediaReading): Promise<void> => {
  await reportMeters(context.db, [{ callId, ...reading }])
  await makeMeterDue(context.db, callId)
  await billDueCalls(context)
}

const afterBilling = async (context: Context, billed: MeterBilled): Promise<void> => {
  if (billed.exhausted) {
    await applyEvent(context, billed.callId, { type: 'fundsExhausted' })
    return
  }
  await context.media.extendFunding(billed.callId, billed.fundedMs)
  const call = await findCall(context.db, billed.callId)
  if (call) await context.events.publish(context.db, { type: 'point:changed', memberId: call.callerId })
}
