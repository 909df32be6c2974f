import { randomUUID } from 'node:crypto'
import type { MediaServer } from '#adapters/media/port.ts'
import { nodeOfRoom } from '#server/calls/queries.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/lifecycle/log.ts'
import { nodeOfLiveRoom } from '#server/live/room-record.ts'
import { type CallMedia, mediaAcrossNodes } from '#server/nodes/media-across-nodes.ts'
import { createNodes, type Nodes } from '#server/nodes/nodes.ts'

interface Parts {
  db: Db
  secret: Buffer
  log: Log
  now: () => number
}

/** A registered node of its own with this media server; it doesn't listen. */
export const createTestNode = async (
  parts: Parts,
  local: MediaServer,
): Promise<{ nodes: Nodes; media: CallMedia }> => {
  const nodes = createNodes({ ...parts, id: randomUUID() })
  await nodes.register()
  return {
    nodes,
    media: mediaAcrossNodes({
      ...parts,
      local,
      nodes,
      nodeOfRoom: async (roomId) => (await nodeOfRoom(parts.db, roomId)) ?? nodeOfLiveRoom(parts.db, roomId),
    }),
  }
}
