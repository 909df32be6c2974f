import { callRoomInput, callSendingInput } from '#contract/calls/calls.ts'
import { setSending } from '#server/calls/actions/set-sending.ts'
import { findCall, roleIn } from '#server/calls/call-record.ts'
import { readToken } from '#server/calls/media/tokens.ts'
import type { Context } from '#server/context.ts'
import { createRateLimit } from '#server/http/rate-limit.ts'
import { isOwnRoom, roomOfVisit } from '#server/live/flow/flow-facts.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import { callRoom, liveRoom, type OwnSocket } from '#server/realtime/rooms.ts'

/**
 * Lets a socket join the room of its member's running call, with the token that the call gave to that member. Who
 * watches a live room joins that room as well; its broadcaster joins it with the room's own token.
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

/** A page says it when it changes and after each reconnection; fewer than one in 300 ms over all pages of a member. */
const sendingsPerWindowMax = 30
const sendingsWindowMs = 10_000

/** Takes what the sockets' pages say that they send. */
export const createCallSending = (context: Context) => {
  const limit = createRateLimit({ max: sendingsPerWindowMax, windowMs: sendingsWindowMs, now: context.now })
  const mutex = createKeyedMutex()
  return (socket: OwnSocket): void => {
    const { memberId } = socket.data.viewer
    socket.on('call:sending', (input, answer) => {
      if (typeof answer !== 'function') return
      const parsed = callSendingInput.safeParse(input)
      // Only a page in the room, which it joined with the call's token, speaks for its side.
      const mayTell =
        parsed.success && socket.rooms.has(callRoom(parsed.data.callId)) && limit.admits(memberId)
      if (!mayTell) return answer(false)
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
  const claims = readToken(context.secret, token, context.now())
  const isFor = claims?.purpose === 'room' && claims.callId === callId && claims.memberId === memberId
  if (!isFor) return false
  if (await isOwnRoom(context.db, callId, memberId)) {
    socket.join(liveRoom(callId))
    return true
  }
  // Join first, check afterwards: a call that ends from now on empties its room with this socket in it.
  socket.join(callRoom(callId))
  const record = await findCall(context.db, callId).catch((error: unknown) => {
    socket.leave(callRoom(callId))
    throw error
  })
  const isRunning = record !== null && record.state.phase !== 'ended' && roleIn(record, memberId) !== null
  if (!isRunning) socket.leave(callRoom(callId))
  const roomId = isRunning ? await roomOfVisit(context.db, callId) : null
  if (roomId !== null && socket.rooms.has(callRoom(callId))) socket.join(liveRoom(roomId))
  return isRunning
}
