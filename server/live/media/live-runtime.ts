import { sql } from 'kysely'
import { applyEvent } from '#server/calls/actions/apply-event.ts'
import { type AdoptionQueues, moveLiveCallsHere } from '#server/calls/media/recover.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import { type Loops, loop } from '#server/lifecycle/loop.ts'
import { activeAmong } from '#server/members/active-sessions.ts'
import { applyRoomEvent, endCallsIn } from '../actions/apply-room-event.ts'
import { startLiveFlow } from '../flow/jobs.ts'
import { dueRoomIds, endedRoomsWithCalls } from '../queries.ts'
import { findRoom } from '../room-record.ts'
import { createLiveMediaEvents } from './live-media-events.ts'

const tickEveryMs = 500
const sweepEveryMs = 6_000
const adoptEveryMs = 1_000

interface Orphan {
  roomId: string
  nodeId: string | null
  /** When that node was last alive, in milliseconds of the database's clock. */
  since: number
}

/** A room that fails must not keep the others from their event. */
const eachOnItsOwn = async (
  context: Context,
  roomIds: readonly string[],
  work: (roomId: string) => Promise<unknown>,
): Promise<void> => {
  for (const roomId of roomIds)
    await work(roomId).catch((error: unknown) =>
      context.log.error('live-room-event-failed', { roomId, error }),
    )
}

export const tickRooms = async (context: Context): Promise<void> =>
  eachOnItsOwn(context, await dueRoomIds(context.db), (roomId) =>
    applyRoomEvent(context, roomId, { type: 'tick' }),
  )

/** Ends the calls that a process left open when it died while it ended their room. */
export const sweepRooms = async (context: Context): Promise<void> =>
  eachOnItsOwn(context, await endedRoomsWithCalls(context.db), async (roomId) => {
    const room = await findRoom(context.db, roomId)
    if (room) await endCallsIn(context, room)
  })

/** Closes here what another node has adopted while this one was believed to be gone: nobody may watch it here any more. */
export const closeStrayRooms = async (context: Context): Promise<void> => {
  const rows = await context.db
    .selectFrom('live_room')
    .select('id')
    .where('ended_at', 'is', null)
    .where('node_id', '<>', context.nodes.id)
    .execute()
  await eachOnItsOwn(
    context,
    rows.map(({ id }) => id),
    (roomId) => context.media.local.closeRoom(roomId),
  )
}

/** Ends the rooms whose broadcaster's session was signed out. */
export const endRoomsOfEndedSessions = async (context: Context): Promise<void> => {
  const rooms = await context.db
    .selectFrom('live_room')
    .select(['id', 'broadcaster_session'])
    .where('ended_at', 'is', null)
    .where('broadcaster_session', 'is not', null)
    .execute()
  const live = await activeAmong(
    context.db,
    rooms.flatMap((room) => room.broadcaster_session ?? []),
  )
  const over = rooms.filter((room) => !live.has(room.broadcaster_session ?? ''))
  await eachOnItsOwn(
    context,
    over.map(({ id }) => id),
    (roomId) => applyRoomEvent(context, roomId, { type: 'endedByBroadcaster' }),
  )
}

/**
 * Assigns a room to this node with the calls in it, and opens it and their seats again; one whose 20 s are over ends.
 * False when another node was faster.
 */
const adopt = async (
  context: Context,
  { roomId, nodeId, since }: Orphan,
  queues: AdoptionQueues,
): Promise<boolean> => {
  const claimed = await context.db
    .updateTable('live_room')
    .set({ node_id: context.nodes.id })
    .where('id', '=', roomId)
    // The try before may have come as far as this.
    .where(sql<boolean>`(node_id is not distinct from ${nodeId}::uuid or node_id = ${context.nodes.id})`)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return false
  await moveLiveCallsHere(context, roomId)
  await applyRoomEvent(context, roomId, { type: 'serverRestarted', since })
  for (const call of await openCallsInLiveRoom(context.db, roomId)) {
    const recover = () => applyEvent(context, call.id, { type: 'serverRestarted', since })
    await recover().catch((error: unknown) => {
      context.log.error('call-not-recovered', { callId: call.id, error })
      queues.enqueue(call.id, recover)
    })
  }
  return true
}

/** Without another try a room that the database failed would have no media for as long as this process runs. */
const adoptAll = async (
  context: Context,
  orphans: readonly Orphan[],
  queues: AdoptionQueues,
): Promise<number> => {
  let count = 0
  for (const orphan of orphans) {
    // Its retry may succeed at any moment, and no room may be adopted twice.
    if (queues.isQueued(orphan.roomId)) continue
    const adoptOne = () => adopt(context, orphan, queues)
    const isOurs = await adoptOne().catch((error: unknown) => {
      context.log.error('live-room-not-recovered', { roomId: orphan.roomId, error })
      queues.enqueue(orphan.roomId, adoptOne)
      return false
    })
    if (isOurs) count += 1
  }
  return count
}

/**
 * After a start: the media of this node's earlier process is gone, its live rooms are not.
 *
 * @param lastThereAt when the earlier process was last alive; null when there was none
 */
export const recoverRooms = async (
  context: Context,
  lastThereAt: number | null,
  queues: AdoptionQueues,
): Promise<number> => {
  const rows = await context.db
    .selectFrom('live_room')
    .select(['id', 'node_id', 'started_at'])
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('node_id', '=', context.nodes.id), where('node_id', 'is', null)]))
    .execute()
  return adoptAll(
    context,
    rows.map((row) => ({
      roomId: row.id,
      nodeId: row.node_id,
      since: lastThereAt ?? row.started_at.getTime(),
    })),
    queues,
  )
}

/** While the node runs, it adopts the rooms of nodes that have left or fallen silent. */
export const adoptRooms = async (context: Context, queues: AdoptionQueues): Promise<number> => {
  if (!context.nodes.isSteady()) return 0
  const gone = new Map((await context.nodes.goneNodes()).map((node) => [node.nodeId, node.lastThereAt]))
  if (gone.size === 0) return 0
  const rows = await context.db
    .selectFrom('live_room')
    .select(['id', 'node_id'])
    .where('ended_at', 'is', null)
    .where('node_id', 'in', [...gone.keys()])
    .execute()
  return adoptAll(
    context,
    rows.map(({ id, node_id }) => ({ roomId: id, nodeId: node_id, since: gone.get(node_id ?? '') ?? 0 })),
    queues,
  )
}

/**
 * Everything that runs for live rooms beside requests; it starts after the calls' runtime has started the media server.
 *
 * @param lastThereAt when this node's earlier process was last alive; null when there was none
 * @returns what stops it
 */
export const startLiveRuntime = async (
  context: Context,
  lastThereAt: number | null,
): Promise<() => Promise<void>> => {
  const mediaEvents = createLiveMediaEvents(context)
  const stopListening = context.media.onEvent((event) => mediaEvents.accept(event))
  const stopWatching = context.events.subscribe((event) => {
    if (event.type !== 'session:over') return
    endRoomsOfEndedSessions(context).catch((error: unknown) =>
      context.log.error('sessions-not-watched', { error }),
    )
  })
  const recovered = await recoverRooms(context, lastThereAt, mediaEvents.queues)
  if (recovered > 0) context.log.info('live-rooms-recovered', { count: recovered })
  const loops: Loops[] = [
    loop(context, 'live-tick', tickEveryMs, () => tickRooms(context)),
    loop(context, 'live-sweep', sweepEveryMs, () => sweepRooms(context)),
    loop(context, 'live-strays', sweepEveryMs, () => closeStrayRooms(context)),
    loop(context, 'live-sessions', sweepEveryMs, () => endRoomsOfEndedSessions(context)),
    loop(context, 'live-adopt', adoptEveryMs, async () => {
      const adopted = await adoptRooms(context, mediaEvents.queues)
      if (adopted > 0) context.log.info('live-rooms-adopted', { count: adopted })
    }),
  ]
  const flow = startLiveFlow(context)
  return async () => {
    await Promise.all([...loops.map((each) => each.stop()), flow.stop()])
    stopListening()
    stopWatching()
    await mediaEvents.stop()
  }
}
