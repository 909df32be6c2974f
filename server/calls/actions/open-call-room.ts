import type { PageOfRoom } from '#adapters/media/port.ts'
import { type CallRole, callRoles } from '#contract/calls/calls.ts'
import type { CallState } from '#domain/calls/transition.ts'
import { unprovenMsLeft } from '#domain/calls/unproven.ts'
import type { Context } from '#server/context.ts'
import { fundedMsOf } from '#server/points/metering/meter-funding.ts'
import { unprovenToday } from '../billing/unproven-today.ts'
import { type CallRecord, memberOf } from '../call-record.ts'
import { openCallMedia } from '../media/call-seat.ts'
import { readingOf } from '../media/reading.ts'

/**
 * Opens the media room of an accepted call, or opens it again with what was measured before the media server
 * was lost.
 *
 * @param lines the pages that get their places, with the lines that stand for them
 * @returns those that have got them; null when the media server refuses
 */
export const openCallRoom = async (
  context: Context,
  record: CallRecord,
  lines: CallState['lines'],
): Promise<CallState['lines'] | null> => {
  const { callerId, broadcasterId } = record
  try {
    const otherCalls = { callerId, broadcasterId, exceptCallId: record.id }
    const [carried, unproven, fundedMs] = await Promise.all([
      readingOf(context, record),
      unprovenToday(context.db, otherCalls),
      fundedMsOf(context.db, record.id),
    ])
    const adopted = await openCallMedia(context.media, record, {
      fundedMs,
      unprovenMsMax: Math.max(0, unprovenMsLeft(unproven) - carried.unprovenMs),
      carried,
      pages: callRoles.flatMap((role) => {
        const pageId = lines[role]
        return pageId === null ? [] : [{ participantId: memberOf(record, role), pageId }]
      }),
    })
    return linesOf(record, adopted)
  } catch (error) {
    context.log.error('media-room-not-opened', { callId: record.id, error })
    return null
  }
}

const linesOf = (record: CallRecord, adopted: readonly PageOfRoom[]): CallState['lines'] => {
  const lineOf = (role: CallRole) =>
    adopted.find(({ participantId }) => participantId === memberOf(record, role))?.pageId ?? null
  return { caller: lineOf('caller'), broadcaster: lineOf('broadcaster') }
}
