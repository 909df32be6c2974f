import type { MediaReading } from '#adapters/media/port.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { makeMeterDue } from '#server/points/metering/meter-funding.ts'
import { billDue, type MeterBilled, reportMeters } from '#server/points/metering/metering.ts'
import { findCall } from '../call-record.ts'
import { applyEvent } from './apply-event.ts'

/** Calls billed in one transaction; a larger backlog takes another round at once. */
const batchSize = 100

/**
 * Charges every call that is due. No timer decides about money: the due time does. `onBilled` gets each
 * charged call.
 */
export const chargeDueCalls = async (db: Db, onBilled: (billed: MeterBilled) => void): Promise<void> => {
  for (;;) {
    const billed = await billDue(db, batchSize)
    for (const call of billed) onBilled(call)
    if (billed.length < batchSize) return
  }
}

/** Charges every call that is due and waits until each was passed on. */
export const billDueCalls = async (context: Context): Promise<void> => {
  const billed: MeterBilled[] = []
  await chargeDueCalls(context.db, (call) => billed.push(call))
  await Promise.all(billed.map((call) => passOnBilling(context, call)))
}

/**
 * The media server has stopped forwarding because the paid time is used up: fund more now, or end the call.
 */
export const billCall = async (context: Context, callId: string, reading: MediaReading): Promise<void> => {
  await reportMeters(context.db, [{ callId, ...reading }])
  // A free look has no meter that could be funded.
  if (!(await makeMeterDue(context.db, callId))) {
    const call = await findCall(context.db, callId)
    if (call?.origin === 'sideWatch') await applyEvent(context, call, { type: 'fundsExhausted' })
  }
  await billDueCalls(context)
}

/**
 * Passes the new funding to the media server, on whichever node, and the balance to the payer; without funds
 * the call ends.
 */
export const passOnBilling = async (context: Context, billed: MeterBilled): Promise<void> => {
  if (billed.exhausted) {
    await applyEvent(context, billed.callId, { type: 'fundsExhausted' })
    return
  }
  await context.media.extendFunding(billed.callId, billed.fundedMs)
  const call = await findCall(context.db, billed.callId)
  if (call) await context.events.publish(context.db, { type: 'point:changed', memberId: call.callerId })
}
