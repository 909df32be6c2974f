import type { Connection } from '#server/realtime/socket-rooms.ts'

/**
 * Packets of any kind that a connection may send in ten seconds before it is closed; a busy page sends about
 * ten.
 */
export const packetsPerWindowMax = 100
const windowMs = 10_000

/**
 * Closes a connection that sends too much. It counts what arrives, before it is parsed: leaving the namespace
 * and coming back, or asking for one that doesn't exist, counts as well.
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
    // Packets of the same batch still arrive here; one report is enough.
    if (count === packetsPerWindowMax + 1) onFlood()
    if (count > packetsPerWindowMax) connection.close(true)
  })
}
