import type { CallClientEvents, CallServerEvents } from './calls.ts'
import type { ChatClientEvents, ChatServerEvents } from './chat.ts'
import type { FavouriteStandby } from './notification-settings.ts'
import type { PeopleClientEvents, PresenceChanged } from './people.ts'
import type { PointChanged } from './points.ts'

export interface ServerEvents extends CallServerEvents, ChatServerEvents {
  'presence:changed': (change: PresenceChanged) => void
  'point:changed': (change: PointChanged) => void
  /** The member's own name or profile is another one, by another page or device of his; the page asks anew. */
  'member:changed': () => void
  'favourite:standby': (news: FavouriteStandby) => void
  /** The session was signed out or revoked; the page asks for its session anew. */
  'session:over': () => void
}

export interface ClientEvents extends CallClientEvents, ChatClientEvents, PeopleClientEvents {
  /** Presence heartbeat; 60 s without one is オフライン (product.md 3). */
  'presence:beat': () => void
}

/** A page beats well within the 60 s of product.md 3. */
export const presenceBeatMs = 20_000
export const presenceTimeoutMs = 60_000
