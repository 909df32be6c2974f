import { type Refusal, refuse } from '#contract/core/refusal.ts'
import {
  type CallEffect,
  type CallEvent,
  type TransitionRefusal,
  transition,
} from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { openMeter, startMeter } from '#server/points/metering/metering.ts'
import { type Applied, claimRoom, findCall, lockCall, saveState, sidesOf } from '../call-record.ts'
import { pushAfter } from '../ringing/ring-push.ts'
import { endCall } from './end-call.ts'
import { openCallRoom } from './open-call-room.ts'

export type ApplyRefusal =
  | TransitionRefusal
  | 'notFound'
  | 'insufficientPoints'
  | 'callAlreadyInCall'
  | 'mediaUnavailable'

/**
 * The one door for everything that happens to a call: decide, save, do the effects, tell both sides.
 * An event that ends the call goes through `endCall`, whoever or whatever sent it.
 */
export const applyEvent = async (
  context: Context,
  callId: string,
  event: CallEvent,
): Promise<Applied | Refusal<ApplyRefusal>> => {
  const found = await findCall(context.db, callId)
  if (!found) return refuse('notFound')
  const decided = transition(found.state, event, found.now)
  if ('refused' in decided) return refuse(decided.refused)
  if (decided.state.end && found.state.phase !== 'ended') {
    const ended = await endCall(context, found, decided.state)
    return ended === 'answered' ? applyEvent(context, callId, event) : ended
  }
  if (decided.state === found.state && decided.effects.length === 0)
    return { record: found, state: found.state }

  const advanced = await inTransaction(context.db, (tx) => advance(tx, context, callId, event))
  if ('refused' in advanced) return advanced
  // The call moved between the two looks, and now the same event ends it.
  if ('endsNow' in advanced) return applyEvent(context, callId, event)
  pushAfter(context, advanced.applied)
  if (advanced.effects.includes('openRoom')) return withRoom(context, advanced.applied)
  return advanced.applied
}

/** A room that can't be opened ends a new call as failed; a running one waits out its grace for the next try. */
const withRoom = async (context: Context, applied: Applied): Promise<Applied | Refusal<ApplyRefusal>> => {
  const callId = applied.record.id
  if (await openCallRoom(context, applied.record)) {
    const opened = await applyEvent(context, callId, { type: 'roomOpened' })
    // Somebody hung up while it was being opened.
    if (!('refused' in opened) && opened.state.phase === 'ended') await context.media.closeRoom(callId)
    return opened
  }
  if (applied.state.phase !== 'inCall') await applyEvent(context, callId, { type: 'failed' })
  return refuse('mediaUnavailable')
}

const advance = async (
  tx: Tx,
  context: Context,
  callId: string,
  event: CallEvent,
): Promise<{ applied: Applied; effects: CallEffect[] } | { endsNow: true } | Refusal<ApplyRefusal>> => {
  const record = await lockCall(tx, callId)
  if (!record) return refuse('notFound')
  const decided = transition(record.state, event, record.now)
  if ('refused' in decided) return refuse(decided.refused)
  if (decided.state.end && record.state.phase !== 'ended') return { endsNow: true }
  if (decided.effects.includes('openMeter')) {
    const meter = await openMeter(tx, {
      callId: record.id,
      payerId: record.callerId,
      broadcasterId: record.broadcasterId,
      ratePointsPerMin: record.ratePointsPerMin,
    })
    if ('refused' in meter) {
      if (meter.refused === 'insufficientPoints' || meter.refused === 'callAlreadyInCall')
        return refuse(meter.refused)
      throw new Error(`meter of call ${callId}: ${meter.refused}`)
    }
  }
  if (decided.effects.includes('startMeter')) await startMeter(tx, record.id)
  await saveState(tx, record, decided.state)
  if (decided.effects.includes('openRoom')) await claimRoom(tx, record.id, context.nodes.id)
  // That he still dials is news to nobody.
  if (event.type !== 'diallerSeen') {
    await context.events.publish(tx, { type: 'call:changed', callId: record.id, memberIds: sidesOf(record) })
  }
  if (decided.effects.includes('openMeter')) {
    await context.events.publish(tx, { type: 'point:changed', memberId: record.callerId })
  }
  return { applied: { record, state: decided.state }, effects: decided.effects }
}
