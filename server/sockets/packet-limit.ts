import type { Connection } from '#server/realtime/rooms.ts'

/** Packets of any kind that a connection may send in ten seconds before it is closed; a busy page sends about ten. */
export const packetsPerWindowMax = 100
const windowMs = 10_000

/**
 * Closes a connection that sends too much. It counts what arrives, before anything is made of it: leaving the
 * namespace and coming back, or asking for one that isn't there, counts as well.
 */
export const limitPackets = (connection: Connection, now: () => number, onFlood: () => void): void => {
  let windowStart = now()
  let count = 0
  connection.on('packet', () => {
    if (now() - windowStart >= windowMs) {
      windowStart = now()
      count = 0
    }
    count += 1
    // Those that came in the same breath are still handed on; once is enough to be told.
    if (count === packetsPerWindowMax + 1) onFlood()
    if (count > packetsPerWindowMax) connection.close(true)
  })
}
