import type { ServerEvents } from '#contract/realtime/realtime.ts'
import { type CallRecord, calleeOf, findCall, roleIn, sidesOf } from '#server/calls/call-record.ts'
import { snapshotOf } from '#server/calls/queries.ts'
import { chatChanges, chatReads } from '#server/chat/events.ts'
import type { Context } from '#server/context.ts'
import { myPoint } from '#server/points/my-point.ts'
import type { Event } from '#server/realtime/events.ts'
import { createKeyedMutex } from '#server/realtime/keyed-mutex.ts'
import {
  callSocketRoom,
  isAnyoneIn,
  memberRoom,
  presenceSocketRoom,
  type Sockets,
  sessionRoom,
} from '#server/realtime/socket-rooms.ts'
import { sendTyping } from './chat-typing.ts'
import { notifyFollowers } from './favourite-standby.ts'
import { createLiveEvents, type LiveEvents } from './live-events.ts'
import { createFlowFanOut, type FlowFanOut } from './live-flow.ts'
import { placeInLiveRoom } from './live-presence.ts'
import { createPresenceEvents, type PresenceEvents } from './presence-events.ts'
import { announcePost } from './timeline-posts.ts'

/**
 * Turns committed events into events of open pages. Each side gets its own view, and only its own. Events of
 * one call or member leave in their order, so that no page shows an older state after a newer one.
 */
export const fanOut = (context: Context, io: Sockets): (() => void) => {
  const mutex = createKeyedMutex()
  const presence = createPresenceEvents(context, io)
  const live = createLiveEvents(context, io)
  const flow = createFlowFanOut(context, io)
  const unsubscribe = context.events.subscribe((event) => {
    mutex
      .run(subjectOf(event), () => send(context, io, { presence, live, flow }, event))
      .catch((error: unknown) => context.log.error('fan-out-failed', { type: event.type, error }))
  })
  return () => {
    unsubscribe()
    presence.stop()
    live.stop()
    flow.stop()
  }
}

const subjectOf = (event: Event): string => {
  switch (event.type) {
    case 'call:changed':
    case 'call:taken':
      return event.callId
    case 'media:reopened':
      return event.id
    case 'live:changed':
    case 'live:limit-near':
      return event.roomId
    case 'session:over':
    case 'session:rotated':
      return event.sessionKey
    case 'chat:typing':
      return event.type
    case 'live:flow':
      return event.roomId
    case 'block:changed':
    case 'chat:changed':
    case 'chat:read':
      return event.memberIds.join()
    case 'point:changed':
    case 'presence:changed':
    case 'member:changed':
    case 'standby:begun':
    case 'timeline:posted':
    case 'notices:changed':
      return event.memberId
  }
}

type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>

interface Collectors {
  presence: PresenceEvents
  live: LiveEvents
  flow: FlowFanOut
}

const send = async (
  context: Context,
  io: Sockets,
  { presence, live, flow }: Collectors,
  event: Event,
): Promise<void> => {
  switch (event.type) {
    case 'call:changed': {
      const record = await findCall(context.db, event.callId)
      if (!record) return
      await sendCall(context, io, record)
      if (record.liveRoomId !== null) live.queue(record.liveRoomId)
      if (record.state.phase !== 'inCall' && record.origin !== 'sideWatch')
        presence.queue(record.broadcasterId)
      return
    }
    case 'call:taken':
      io.to(memberRoom(event.memberId)).emit('call:taken', { callId: event.callId, pageId: event.pageId })
      return
    case 'media:reopened':
      io.to(event.memberIds.map(memberRoom)).emit('media:reopened', { id: event.id })
      return
    case 'point:changed':
      await sendPoint(context, io, event.memberId)
      return
    case 'presence:changed':
      presence.queue(event.memberId)
      return
    case 'live:changed':
      live.queue(event.roomId)
      presence.queue(event.broadcasterId)
      return
    case 'live:limit-near':
      warnOfLimit(io, event)
      return
    case 'member:changed':
    case 'notices:changed':
      io.to(memberRoom(event.memberId)).emit(event.type)
      return
    case 'standby:begun':
      await notifyFollowers(context, io, event.memberId)
      return
    case 'timeline:posted':
      await announcePost(context, io, event)
      return
    case 'live:flow':
      flow.queue(event)
      return
    case 'block:changed':
      sendBlock(io, event.memberIds)
      return
    case 'chat:changed':
      await sendChat(io, event.memberIds, 'chat:changed', (present) =>
        chatChanges(context.db, event.memberIds, present, event),
      )
      return
    case 'chat:read':
      await sendChat(io, event.memberIds, 'chat:read', (present) =>
        chatReads(context.db, event.memberIds, present),
      )
      return
    case 'chat:typing':
      sendTyping(io, event.pairs)
      return
    case 'session:rotated':
    case 'session:over':
      endSession(io, event)
      return
  }
}

/** After a rotation the session's own pages reconnect with the new cookie; anybody else with the old cookie can't. */
const endSession = (io: Sockets, { type, sessionKey }: EventOf<'session:rotated' | 'session:over'>): void => {
  if (type === 'session:over') io.to(sessionRoom(sessionKey)).emit(type)
  io.in(sessionRoom(sessionKey)).disconnectSockets(true)
}

const warnOfLimit = (io: Sockets, { broadcasterId, roomId, endsAt }: EventOf<'live:limit-near'>): void => {
  const warning = { roomId, endsAt: new Date(endsAt).toISOString() }
  io.to(memberRoom(broadcasterId)).emit('live:limit-near', warning)
}

const sendPoint = async (context: Context, io: Sockets, memberId: string): Promise<void> => {
  if (!isAnyoneIn(io, memberRoom(memberId))) return
  io.to(memberRoom(memberId)).emit('point:changed', { point: await myPoint(context, memberId) })
}

/**
 * Each page stops watching the other member until it names that member again, and reloads its conversations.
 */
const sendBlock = (io: Sockets, [one, other]: [string, string]): void => {
  io.in(memberRoom(one)).socketsLeave(presenceSocketRoom(other))
  io.in(memberRoom(other)).socketsLeave(presenceSocketRoom(one))
  io.to([memberRoom(one), memberRoom(other)]).emit('chat:relisted')
}

/**
 * Loads the change for the sides of a conversation that have a page here. If that fails, the pages reload.
 */
const sendChat = async <Name extends 'chat:changed' | 'chat:read'>(
  io: Sockets,
  members: readonly [string, string],
  name: Name,
  load: (present: string[]) => Promise<ReadonlyMap<string, Parameters<ServerEvents[Name]>[0]>>,
): Promise<void> => {
  const present = members.filter((memberId) => isAnyoneIn(io, memberRoom(memberId)))
  if (present.length === 0) return
  const loaded = await load(present).catch((error: unknown) => {
    io.to(present.map(memberRoom)).emit('chat:relisted')
    throw error
  })
  for (const [memberId, change] of loaded)
    io.to(memberRoom(memberId)).emit(name, ...([change] as Parameters<ServerEvents[Name]>))
}

const sendCall = async (context: Context, io: Sockets, record: CallRecord): Promise<void> => {
  if (record.liveRoomId !== null) await placeInLiveRoom(context, io, record, record.liveRoomId)
  const calleeRoom = memberRoom(calleeOf(record))
  const change = context.incoming.update(record)
  const info = context.incoming.of(calleeOf(record))
  if (change === 'rings' && info) io.to(calleeRoom).emit('call:incoming', info)
  if (change === 'over') io.to(calleeRoom).emit('call:incoming-over', { channel_id: record.id })
  // A broadcaster has no screen for a single watcher.
  const shown = record.origin === 'sideWatch' ? [record.callerId] : sidesOf(record)
  await Promise.all(
    shown.map(async (memberId) => {
      const role = roleIn(record, memberId)
      if (role && isAnyoneIn(io, memberRoom(memberId)))
        io.to(memberRoom(memberId)).emit('call:changed', await snapshotOf(context, record, role))
    }),
  )
  if (record.state.phase !== 'ended') return
  io.in(callSocketRoom(record.id)).socketsLeave(callSocketRoom(record.id))
}
