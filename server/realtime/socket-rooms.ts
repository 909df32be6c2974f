import type { Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEvents } from '#contract/realtime/realtime.ts'
import type { Viewer } from '#server/members/sessions.ts'

interface SocketData {
  viewer: Viewer
}

export type Sockets = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>
export type OwnSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>
/** The transport of a socket: a WebSocket, or a chain of polls. */
export type Connection = OwnSocket['conn']

export const memberRoom = (memberId: string): string => `member:${memberId}`
export const sessionRoom = (sessionKey: string): string => `session:${sessionKey}`
export const callSocketRoom = (callId: string): string => `call:${callId}`
/** The pages of everybody who is in a live room. */
export const liveSocketRoom = (roomId: string): string => `live:${roomId}`
/** The pages that show this member. */
export const presenceSocketRoom = (memberId: string): string => `watch:${memberId}`

/** The pages that show the timeline. */
export const timelineRoom = 'timeline'

/** Whether a socket of this process is in the room; each process serves its own. */
export const isAnyoneIn = (io: Sockets, room: string): boolean => io.sockets.adapter.rooms.has(room)
