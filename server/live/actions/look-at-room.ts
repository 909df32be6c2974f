import { randomUUID } from 'node:crypto'
import { zeroReading } from '#adapters/media/port.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { Context } from '#server/context.ts'
import { lookMs, signLookToken } from '../media/room-tokens.ts'
import { findRoom } from '../room-record.ts'

/**
 * A silent look of an operator: a seat without a meter and without a row, that nobody in the room sees. Its token
 * receives for ten minutes; the seat closes after them, or with the room.
 */
export const lookAtRoom = async (
  context: Context,
  operatorId: number,
  roomId: string,
): Promise<
  | { path: string; token: string; broadcasterId: string }
  | Refusal<'notFound' | 'liveOver' | 'mediaUnavailable'>
> => {
  const room = await findRoom(context.db, roomId)
  if (!room) return refuse('notFound')
  if (room.endedAt !== null) return refuse('liveOver')
  const seatId = randomUUID()
  const viewerId = `operator:${operatorId}:${seatId}`
  try {
    await context.media.openSeat({
      ...{ seatId, roomId, payerId: viewerId, payerSends: false, metered: false },
      ...{ fundedMs: 0, unprovenMsMax: 0, carried: zeroReading },
    })
  } catch (error) {
    context.log.error('live-look-not-opened', { roomId, error })
    return refuse('mediaUnavailable')
  }
  setTimeout(() => {
    context.media.closeSeat(seatId).catch(() => undefined)
  }, lookMs).unref()
  return {
    path: `/api/media/whep/${roomId}`,
    token: signLookToken(context.secret, { roomId, viewerId }, context.now()),
    broadcasterId: room.broadcasterId,
  }
}
