import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ServerEvents } from '#contract/realtime/realtime.ts'
import type { Sockets } from './socket-rooms.ts'

/**
 * Sockets that get a message within one turn of the event loop. A write takes about 10 µs of system time, so that 5,000
 * at once would hold every other request up for 50 ms, ten times a second in a busy live room.
 */
const socketsPerTurn = 100

/**
 * Sends a message to this process's sockets in any of the rooms, each once, in several turns of the event loop where
 * they are many. A socket that leaves meanwhile gets nothing any more, and one that comes meanwhile nothing yet.
 *
 * @returns when all are served: messages whose order matters wait for each other
 */
export const emitToMany = async <Name extends keyof ServerEvents>(
  io: Sockets,
  rooms: readonly string[],
  name: Name,
  ...content: Parameters<ServerEvents[Name]>
): Promise<void> => {
  const members = rooms.flatMap((room) => io.sockets.adapter.rooms.get(room) ?? [])
  const ids = [...new Set(members.flatMap((each) => [...each]))]
  for (let first = 0; first < ids.length; first += socketsPerTurn) {
    if (first > 0) await nextTurn()
    const present = ids
      .slice(first, first + socketsPerTurn)
      .filter((id) => members.some((each) => each.has(id)))
    // Nobody: an empty list would mean everybody.
    if (present.length > 0) io.to(present).emit(name, ...content)
  }
}
