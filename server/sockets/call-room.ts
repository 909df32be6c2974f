import { callRoomInput, callSendingInput } from '#contract/calls/calls.ts'
import { hasRoom } from '#domain/calls/transition.ts'
import { setSending } from '#server/calls/actions/set-sending.ts'
import { type CallRecord, findCall, roleIn } from '#server/calls/call-record.ts'
import { readToken } from '#server/calls/media/tokens.ts'
import type { Context } from '#server/context.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { type RoomClaims, readRoomToken } from '#server/live/media/room-tokens.ts'
import { findRoom } from '#server/live/room-record.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import { callSocketRoom, liveSocketRoom, type OwnSocket } from '#server/realtime/socket-rooms.ts'

/**
 * Lets a socket join the room of its member's running call, or of the broadcaster's own live room, with the token that
 * it gave to that member.
 */
export const openCallRoomTo = (context: Context, socket: OwnSocket): void => {
  socket.on('call:join', (input, answer) => {
    if (typeof answer !== 'function') return
    join(context, socket, input).then(answer, (error: unknown) => {
      context.log.error('call-room-failed', { memberId: socket.data.viewer.memberId, error })
      answer(false)
    })
  })
}

/** A page reports it when it changes and after each reconnection; fewer than one in 300 ms over all pages of a member. */
const sendingsPerWindowMax = 30
const sendingsWindowMs = 10_000

/** Receives what the sockets' pages report that they send. */
export const createCallSending = (context: Context) => {
  const limit = createRateLimit({ max: sendingsPerWindowMax, windowMs: sendingsWindowMs, now: context.now })
  const mutex = createKeyedMutex()
  return (socket: OwnSocket): void => {
    const { memberId } = socket.data.viewer
    socket.on('call:sending', (input, answer) => {
      if (typeof answer !== 'function') return
      const parsed = callSendingInput.safeParse(input)
      // Only a page in the room, which it joined with the call's token, speaks for its side.
      const mayReport =
        parsed.success && socket.rooms.has(callSocketRoom(parsed.data.callId)) && limit.admits(memberId)
      if (!mayReport) return answer(false)
      mutex
        .run(memberId, () => setSending(context, { ...parsed.data, memberId }))
        .then(answer, (error: unknown) => {
          context.log.error('call-sending-failed', { memberId, error })
          answer(false)
        })
    })
  }
}

const join = async (context: Context, socket: OwnSocket, input: unknown): Promise<boolean> => {
  const parsed = callRoomInput.safeParse(input)
  if (!parsed.success) return false
  const { callId, token } = parsed.data
  const { memberId } = socket.data.viewer
  const own = readRoomToken(context.secret, token, context.now())
  if (own) return joinOwnLive(context, socket, own, callId)
  const claims = readToken(context.secret, token, context.now())
  const isFor = claims?.purpose === 'room' && claims.callId === callId && claims.memberId === memberId
  if (!isFor) return false
  // Join first, check afterwards: a call that ends from now on empties its room with this socket in it.
  socket.join(callSocketRoom(callId))
  const record = await findCall(context.db, callId).catch((error: unknown) => {
    socket.leave(callSocketRoom(callId))
    throw error
  })
  const isRunning = record !== null && record.state.phase !== 'ended' && roleIn(record, memberId) !== null
  if (!isRunning) {
    socket.leave(callSocketRoom(callId))
    return false
  }
  if (record.liveRoomId !== null) await joinVisited(context, socket, record)
  return true
}

/**
 * Who watches, or has the live call, hears of the room until that call ends. A live call that rings lets nobody in; its
 * pages join with the accept (server/sockets/live-presence.ts).
 */
const joinVisited = async (context: Context, socket: OwnSocket, call: CallRecord): Promise<void> => {
  if (!hasRoom(call.state)) return
  const room = liveSocketRoom(call.liveRoomId ?? '')
  socket.join(room)
  const now = await findCall(context.db, call.id)
  if (now?.endedAt !== null) socket.leave(room)
}

/** The broadcaster's page joins the live room with the room's own token. */
const joinOwnLive = async (
  context: Context,
  socket: OwnSocket,
  claims: RoomClaims,
  roomId: string,
): Promise<boolean> => {
  const isFor =
    claims.purpose === 'liveRoom' &&
    claims.roomId === roomId &&
    claims.memberId === socket.data.viewer.memberId
  if (!isFor) return false
  socket.join(liveSocketRoom(roomId))
  const room = await findRoom(context.db, roomId)
  const isRunning = room?.endedAt === null
  if (!isRunning) socket.leave(liveSocketRoom(roomId))
  return isRunning
}
