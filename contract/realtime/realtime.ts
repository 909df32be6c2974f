import type * as z from 'zod/mini'
import type { CallClientEvents } from '#contract/calls/calls.ts'
import type { ChatClientEvents } from '#contract/chat/chat.ts'
import type { PeopleClientEvents } from '#contract/people/people.ts'
import type { serverEvents } from '#contract/server-events.ts'
import type { TimelineClientEvents } from '#contract/timeline/timeline.ts'

type Payloads = typeof serverEvents
type ListenerOf<Payload> = Payload extends z.ZodMiniType ? (payload: z.output<Payload>) => void : () => void

export type ServerEvents = { [Name in keyof Payloads]: ListenerOf<Payloads[Name]> }

export interface ClientEvents
  extends CallClientEvents,
    ChatClientEvents,
    PeopleClientEvents,
    TimelineClientEvents {
  /** Presence heartbeat; 60 s without one is オフライン (product.md 3.18). */
  'presence:beat': () => void
}

/** A page beats well within the 60 s of product.md 3.18. */
export const presenceBeatMs = 20_000
export const presenceTimeoutMs = 60_000
