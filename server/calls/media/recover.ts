import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { applyEvent } from '../actions/apply-event.ts'
import type { EventQueues } from './event-queues.ts'

/** Where a failed adoption is tried again, before later reports of its media. */
export type AdoptionQueues = Pick<EventQueues, 'enqueue' | 'isQueued'>

interface Orphan {
  callId: string
  /** The node that had the room; null when it died before that was stored. */
  nodeId: string | null
  /** When that node was last alive, in milliseconds of the database's clock. */
  since: number
}

/**
 * Assigns the call to this node and opens its room again with what was last reported; a call whose 20 s are
 * over ends. False when another node was faster.
 */
const adopt = async (context: Context, { callId, nodeId, since }: Orphan): Promise<boolean> => {
  const claimed = await context.db
    .updateTable('call')
    .set({ node_id: context.nodes.id })
    .where('id', '=', callId)
    // The try before may have come as far as this.
    .where(sql<boolean>`(node_id is not distinct from ${nodeId} or node_id = ${context.nodes.id})`)
    .where('phase', '<>', 'ended')
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return false
  await applyEvent(context, callId, { type: 'serverRestarted', since })
  return true
}

/** A call that can't be adopted must not keep the others from it; the database may be away at that moment. */
const adoptAll = async (
  context: Context,
  orphans: readonly Orphan[],
  queues: AdoptionQueues,
): Promise<number> => {
  let count = 0
  for (const orphan of orphans) {
    // Its retry may succeed at any moment, and nothing may be adopted twice: the sides that are back would count as away.
    if (queues.isQueued(orphan.callId)) continue
    const isOurs = await adopt(context, orphan).catch((error: unknown) => {
      context.log.error('call-not-recovered', { callId: orphan.callId, error })
      queues.enqueue(orphan.callId, () => adopt(context, orphan))
      return false
    })
    if (isOurs) count += 1
  }
  return count
}

/**
 * After a start: the rooms of this node's earlier process are gone, its calls are not. Rings go on by
 * themselves.
 *
 * @param lastThereAt when the earlier process was last alive; null when there was none
 * @returns how many calls go on here, or were ended because nobody could adopt them in time
 */
export const recoverCalls = async (
  context: Context,
  lastThereAt: number | null,
  queues: AdoptionQueues,
): Promise<number> => {
  const rows = await context.db
    .selectFrom('call')
    .select(['id', 'node_id', 'requested_at'])
    .where('phase', 'in', ['accepted', 'connecting', 'inCall'])
    .where('live_room_id', 'is', null)
    .where((where) => where.or([where('node_id', '=', context.nodes.id), where('node_id', 'is', null)]))
    .execute()
  return adoptAll(
    context,
    rows.map((row) => ({
      callId: row.id,
      nodeId: row.node_id,
      since: lastThereAt ?? row.requested_at.getTime(),
    })),
    queues,
  )
}

/** While the node runs, it adopts the calls of nodes that have left or fallen silent. */
export const adoptCalls = async (context: Context, queues: AdoptionQueues): Promise<number> => {
  if (!context.nodes.isSteady()) return 0
  const gone = new Map((await context.nodes.goneNodes()).map((node) => [node.nodeId, node.lastThereAt]))
  if (gone.size === 0) return 0
  const rows = await context.db
    .selectFrom('call')
    .select(['id', 'node_id'])
    .where('phase', 'in', ['accepted', 'connecting', 'inCall'])
    .where('live_room_id', 'is', null)
    .where('node_id', 'in', [...gone.keys()])
    .execute()
  return adoptAll(
    context,
    rows.map(({ id, node_id }) => ({ callId: id, nodeId: node_id, since: gone.get(node_id ?? '') ?? 0 })),
    queues,
  )
}

/** The calls in a live room go with it to this node; their seats are opened again once the room is. */
export const moveLiveCallsHere = async (context: Context, liveRoomId: string): Promise<void> => {
  await context.db
    .updateTable('call')
    .set({ node_id: context.nodes.id })
    .where('live_room_id', '=', liveRoomId)
    .where('phase', '<>', 'ended')
    .execute()
}
