import type { KeepKnownFields } from '#contract/core/known-fields.ts'
import { serverEvents } from '#contract/server-events.ts'
import type { Config } from '#server/config/config.ts'
import { outgoingOf } from '#server/http/outgoing.ts'
import type { Sockets } from './socket-rooms.ts'

/** Checks every broadcast against its event's schema, at the one place that everything to a room passes. */
export const holdEventsToContract = (io: Sockets, mode: Config['mode']): void => {
  const outgoing = new Map<unknown, KeepKnownFields | null>(
    Object.entries(serverEvents).map(([name, payload]) => [name, payload && outgoingOf(mode, name, payload)]),
  )
  const { adapter } = io.sockets
  const broadcast = adapter.broadcast.bind(adapter)
  adapter.broadcast = (packet, options) => {
    const [name, payload]: unknown[] = packet.data
    const keep = outgoing.get(name)
    broadcast(keep ? { ...packet, data: [name, keep(payload)] } : packet, options)
  }
}
