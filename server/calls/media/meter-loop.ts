import { sql } from 'kysely'
import type { MediaReading } from '#adapters/media/port.ts'
import type { CallEvent } from '#domain/calls/transition.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/database.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { reportMeters } from '#server/points/metering/metering.ts'
import { applyEvent } from '../actions/apply-event.ts'
import { createBilling } from '../billing/billing.ts'
import { endCallsOfEndedSessions } from '../call-sessions.ts'
import { endCallsAcrossBlocks } from '../calls-across-blocks.ts'
import { freeOrphanSeats } from '../orphan-seats.ts'
import { dueCallIds, runningCallIds } from '../queries.ts'
import { type AdoptionQueues, adoptCalls } from './recover.ts'

/** Each node reports the media time of its calls in one statement every 6 s. */
const reportEveryMs = 6_000
const tickEveryMs = 500
const adoptEveryMs = 1_000

/**
 * Records what this node's media server has measured, and closes the rooms of calls that aren't this node's.
 */
export const reportCalls = async (context: Context): Promise<void> => {
  const readings = [...context.media.readings()]
  const ours = await recordReadings(context.db, context.nodes.id, readings)
  await reportMeters(
    context.db,
    readings.filter(([callId]) => ours.has(callId)).map(([callId, reading]) => ({ callId, ...reading })),
  )
  // Another node ended or adopted these calls while this node was believed to be gone: nobody may talk here
  // any more.
  const strays = readings.filter(([callId]) => !ours.has(callId) && context.media.readings().has(callId))
  for (const [callId] of strays) {
    // A seat in a live room, or the call's own room.
    await context.media.local.closeSeat(callId)
    await context.media.local.closeRoom(callId)
  }
}

/**
 * Stores the readings of this node's running calls in one statement, for receipts after a crash; a stored
 * reading never decreases.
 *
 * @returns the calls that were recorded. A missing one has ended, or goes on at another node.
 */
const recordReadings = async (
  db: Db,
  nodeId: string,
  readings: readonly (readonly [string, MediaReading])[],
): Promise<Set<string>> => {
  if (readings.length === 0) return new Set()
  const column = (pick: (reading: MediaReading) => number) =>
    readings.map(([, reading]) => Math.floor(pick(reading)))
  const { rows } = await sql<{ id: string }>`
    update call set
      connected_ms = greatest(call.connected_ms, r.connected_ms),
      charged_ms = greatest(call.charged_ms, r.charged_ms),
      caller_lost_ms = greatest(call.caller_lost_ms, r.caller_lost_ms),
      broadcaster_lost_ms = greatest(call.broadcaster_lost_ms, r.broadcaster_lost_ms),
      unproven_ms = greatest(call.unproven_ms, r.unproven_ms),
      media_bytes = greatest(call.media_bytes, r.media_bytes)
    from unnest(
      ${readings.map(([callId]) => callId)}::uuid[],
      ${column((reading) => reading.connectedMs)}::bigint[],
      ${column((reading) => reading.chargedMs)}::bigint[],
      ${column((reading) => reading.payerLostMs)}::bigint[],
      ${column((reading) => reading.broadcasterLostMs)}::bigint[],
      ${column((reading) => reading.unprovenMs)}::bigint[],
      ${column((reading) => reading.mediaBytes)}::bigint[]
    ) as r(id, connected_ms, charged_ms, caller_lost_ms, broadcaster_lost_ms, unproven_ms, media_bytes)
    where call.id = r.id and call.phase <> 'ended' and call.node_id = ${nodeId}
    returning call.id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** A call that fails must not keep the others from their event. */
const eachOnItsOwn = async (
  context: Context,
  callIds: readonly string[],
  event: CallEvent,
): Promise<void> => {
  for (const callId of callIds) {
    await applyEvent(context, callId, event).catch((error: unknown) =>
      context.log.error('call-event-failed', { callId, type: event.type, error }),
    )
  }
}

/**
 * Ends a running call whose room is missing from a media server that is up, as after an end that failed half
 * way. It must be missing twice in a row. Without this its two sides would stay in it for ever.
 */
export const createRoomCheck = (context: Context) => {
  let missingBefore = new Set<string>()
  return async (): Promise<void> => {
    const open = context.media.isUp() ? await runningCallIds(context.db, context.nodes.id) : []
    const readings = context.media.readings()
    const missing = open.filter((callId) => !readings.has(callId))
    const gone = missing.filter((callId) => missingBefore.has(callId))
    missingBefore = new Set(missing)
    await eachOnItsOwn(context, gone, { type: 'roomVanished' })
  }
}

/**
 * The loops of this node: media time into the database, money that falls due, and the call machine's
 * deadlines.
 */
export const startCallLoops = (context: Context, queues: AdoptionQueues): Loops => {
  const billing = createBilling(context)
  const loops = [
    loop(context, 'report', reportEveryMs, () => reportCalls(context)),
    loop(context, 'bill', billing.restMsMax, billing.round),
    loop(context, 'tick', tickEveryMs, async () =>
      eachOnItsOwn(context, await dueCallIds(context.db), { type: 'tick' }),
    ),
    loop(context, 'rooms', reportEveryMs, createRoomCheck(context)),
    loop(context, 'sessions', reportEveryMs, async () => {
      await endCallsOfEndedSessions(context)
      await endCallsAcrossBlocks(context)
      await freeOrphanSeats(context)
    }),
    loop(context, 'adopt', adoptEveryMs, async () => {
      const adopted = await adoptCalls(context, queues)
      if (adopted > 0) context.log.info('calls-adopted', { count: adopted })
    }),
  ]
  return {
    stop: async () => {
      await Promise.all(loops.map((each) => each.stop()))
      await billing.settled()
    },
  }
}
