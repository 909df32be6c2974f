import { useEffect, useEffectEvent } from 'react'
import type { Socket } from 'socket.io-client'
import type { SideSending } from '#contract/calls/in-call.ts'
import type { PresenceChanged } from '#contract/people/people.ts'
import { type ClientEvents, presenceBeatMs, type ServerEvents } from '#contract/realtime/realtime.ts'
import { untilLoaded } from '#web/shell/lazy-part.ts'
import { createCallSendingReporter } from './call-sending.ts'

export type ServerEventName = keyof ServerEvents
type Handler<Name extends ServerEventName> = ServerEvents[Name]
type ServerSocket = Socket<ServerEvents, ClientEvents>
type Handlers = { [Name in ServerEventName]: Set<Handler<Name>> }

/** The page's one socket; it opens with a session and reconnects by itself. */
export interface SocketHub {
  open(): void
  close(): void
  isUp(): boolean
  /**
   * Called each time the socket connects: events may have been missed.
   * @returns a function that stops listening
   */
  onUp(listener: () => void): () => void
  /** @returns a function that stops listening */
  on<Name extends ServerEventName>(name: Name, handler: Handler<Name>): () => void
  /**
   * Called each time the server has answered that the page joins the room of its call: what is sent to the room from now
   * on arrives, and what was sent before may have been missed.
   * @returns a function that stops listening
   */
  onJoined(listener: () => void): () => void
  /** Joins the room of a call, now and after each reconnection, until the page leaves it. */
  joinCall(callId: string, token: string): void
  leaveCall(): void
  /** Tells the server what this page sends in the call that it has joined, now and after each reconnection. */
  reportSending(callId: string, sending: SideSending): void
  /** Says whether this page shows the timeline, now and after each reconnection. */
  watchTimeline(isShown: boolean): void
  /** Lost when the socket is down. */
  sendTyping(partnerId: string): void
  /**
   * Tells the server whose states this page shows, in place of the earlier ones, now and after each
   * reconnection. The states that the page missed come back; later changes arrive as `presence:changed`.
   */
  watchPeople(memberIds: readonly string[], onStates: (states: PresenceChanged[]) => void): void
}

const refusedPauseMs = 5_000

const connect = async (): Promise<ServerSocket> => {
  const { io } = await import('socket.io-client')
  return io({ path: '/api/socket', transports: ['websocket', 'polling'], reconnectionDelayMax: 5_000 })
}

export const createSocketHub = (connecting: () => Promise<ServerSocket> = connect): SocketHub => {
  const handlers: Handlers = {
    'call:incoming': new Set(),
    'call:incoming-over': new Set(),
    'call:changed': new Set(),
    'call:taken': new Set(),
    'media:reopened': new Set(),
    'live:changed': new Set(),
    'live:limit-near': new Set(),
    'presence:changed': new Set(),
    'point:changed': new Set(),
    'member:changed': new Set(),
    'favourite:standby': new Set(),
    'favourite:posted': new Set(),
    'timeline:posted': new Set(),
    'notices:changed': new Set(),
    'session:over': new Set(),
    'chat:changed': new Set(),
    'chat:read': new Set(),
    'chat:typing': new Set(),
    'chat:relisted': new Set(),
    'live:entries': new Set(),
    'live:flow-state': new Set(),
    'live:queue': new Set(),
  }
  let socket: ServerSocket | null = null
  /** Counts openings: a socket that arrives after its page has closed it is discarded. */
  let opening = 0
  let isOpen = false
  let room: { callId: string; token: string } | null = null
  let watched: { memberIds: readonly string[]; onStates: (states: PresenceChanged[]) => void } | null = null
  let showsTimeline = false
  const upListeners = new Set<() => void>()
  const joinedListeners = new Set<() => void>()
  let retrying: ReturnType<typeof setTimeout> | undefined
  let beating: ReturnType<typeof setInterval> | undefined

  const join = () => {
    if (!room || !socket?.connected) return
    socket.emit('call:join', room, () => {
      for (const listener of [...joinedListeners]) listener()
    })
  }

  const sending = createCallSendingReporter((input, answer) => {
    if (socket?.connected) socket.emit('call:sending', input, answer)
  })

  const watch = () => {
    if (watched && socket?.connected) socket.emit('presence:watch', [...watched.memberIds], watched.onStates)
  }

  const listen = (made: ServerSocket) => {
    const beat = () => {
      if (made.connected) made.emit('presence:beat')
    }
    for (const name of Object.keys(handlers) as ServerEventName[]) {
      const receive = (payload: never) =>
        dispatch(name, (handler) => (handler as (payload: never) => void)(payload))
      made.on(name, receive as never)
    }
    made.on('connect', () => {
      join()
      sending.again()
      watch()
      if (showsTimeline) made.emit('timeline:watch', true)
      for (const listener of [...upListeners]) listener()
    })
    const connectAgain = () => {
      if (made.active) return
      clearTimeout(retrying)
      retrying = setTimeout(() => made.connect(), refusedPauseMs)
    }
    // Where the server itself refused or disconnected, the library gives up. It may have been a bad moment,
    // or the session continues under another cookie; after the end of the session this hub is closed.
    made.on('connect_error', connectAgain)
    made.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') connectAgain()
    })
    // The timers of a background page are slowed to one a minute; the server's pings are not.
    made.io.on('ping', beat)
    beating = setInterval(beat, presenceBeatMs)
  }

  const dispatch = <Name extends ServerEventName>(name: Name, call: (handler: Handler<Name>) => void) => {
    for (const handler of [...handlers[name]]) call(handler)
  }

  return {
    open: () => {
      if (isOpen) return
      isOpen = true
      opening += 1
      const mine = opening
      const isWanted = () => mine === opening && isOpen
      // Without its code there is no socket, and polling continues alone until it can be loaded.
      void untilLoaded(async () => (isWanted() ? connecting() : null)).then((made) => {
        if (!isWanted()) {
          made?.disconnect()
          return
        }
        socket = made
        if (made) listen(made)
      })
    },
    close: () => {
      isOpen = false
      clearInterval(beating)
      clearTimeout(retrying)
      socket?.io.off('ping')
      socket?.disconnect()
      socket = null
    },
    isUp: () => socket?.connected ?? false,
    onUp: (listener) => {
      upListeners.add(listener)
      return () => upListeners.delete(listener)
    },
    onJoined: (listener) => {
      joinedListeners.add(listener)
      return () => joinedListeners.delete(listener)
    },
    on: (name, handler) => {
      handlers[name].add(handler)
      return () => handlers[name].delete(handler)
    },
    joinCall: (callId, token) => {
      room = { callId, token }
      join()
    },
    leaveCall: () => {
      room = null
      sending.stop()
    },
    reportSending: (callId, sent) => sending.set(callId, sent),
    watchTimeline: (isShown) => {
      showsTimeline = isShown
      if (socket?.connected) socket.emit('timeline:watch', isShown)
    },
    sendTyping: (partnerId) => {
      if (socket?.connected) socket.emit('chat:typing', { partnerId })
    },
    watchPeople: (memberIds, onStates) => {
      watched = { memberIds, onStates }
      watch()
    },
  }
}

export const socketHub = createSocketHub()

/** Receives one of the server's events while the component is mounted. */
export const useSocketEvent = <Name extends ServerEventName>(name: Name, handler: Handler<Name>): void => {
  const handle = useEffectEvent((...args: Parameters<Handler<Name>>) => {
    const call = handler as (...args: Parameters<Handler<Name>>) => void
    call(...args)
  })
  useEffect(
    () => socketHub.on(name, ((...args: Parameters<Handler<Name>>) => handle(...args)) as Handler<Name>),
    [name],
  )
}
