import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { reportCalls } from '#server/calls/media/meter-loop.ts'
import { adoptRooms, closeStrayRooms, recoverRooms, sweepRooms } from '#server/live/media/live-runtime.ts'
import { contextInOutage, laterWork, openNode, secondsAgo } from '#test/helpers/open-node.ts'
import { createTestWorld, newCallId, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { ageRoom, endOf, pointOf, receiptOf, room, watcher } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(() => world.close())

/** The state that the process before this one left: its media is gone, and the database has the last report. */
const later = laterWork()
const restartApp = async (lastThereSeconds: number, context = world.context) => {
  await reportCalls(world.context)
  for (const roomId of [...world.media.rooms.keys()]) await world.media.closeRoom(roomId)
  return recoverRooms(context, await secondsAgo(world, lastThereSeconds), later)
}

describe('a restart of the app', () => {
  it('within 20 s opens the room and its seats again with what was reported', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 12_000)
    expect(await restartApp(5)).toBe(1)
    expect(world.media.rooms.get(roomId)).toMatchObject({ broadcasterId: broadcaster.id })
    expect(world.media.seats.get(callId)).toMatchObject({ roomId, carried: { chargedMs: 12_000 } })
    world.media.publishes(roomId, true)
    world.media.connect(callId)
    await world.settled()
    await ageRoom(roomId, 10)
    expect(await endOf(one, callId)).toBeNull()
    await broadcaster.request('endLive', { roomId })
    expect(await pointOf(one)).toBe(960)
  })

  it('in an outage of the database opens the room and its seats when that is over', async () => {
    const { broadcaster, roomId } = await room()
    const { callId } = await watcher(roomId, 1_000)
    const outage = contextInOutage(world)
    expect(await restartApp(5, outage.context)).toBe(0)
    expect(world.media.rooms.has(roomId)).toBe(false)
    outage.end()
    // What is tried again is adopted by nothing else meanwhile.
    expect(await restartApp(5)).toBe(0)
    await later.run()
    expect(world.media.rooms.has(roomId)).toBe(true)
    expect(world.media.seats.get(callId)).toMatchObject({ roomId })
    await broadcaster.request('endLive', { roomId })
  })

  it('after more than 20 s ends the room and returns what the rule says', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 12_000)
    await restartApp(21)
    expect(await endOf(one, callId)).toBe('serverRecovery')
    expect(await receiptOf(one, callId)).toMatchObject({ points: 40, pointBack: 40 })
    expect(await broadcaster.request('getLiveSummary', { roomId })).toMatchObject({
      summary: { endReason: 'serverRecovery' },
    })
  })

  it('returns to every watcher, of which the platform pays three of a room and the broadcaster the others', async () => {
    const { broadcaster, roomId } = await room()
    const watchers = await Promise.all([...Array(5)].map(() => watcher(roomId, 1_000)))
    for (const { callId } of watchers) world.media.flow(callId, 10_000 + 12_000)
    await restartApp(21)
    expect(await Promise.all(watchers.map((each) => pointOf(each.watcher)))).toEqual(Array(5).fill(1_000))
    const summary = await broadcaster.request('getLiveSummary', { roomId })
    expect(summary).toMatchObject({ summary: { earned: { watch: 3 * 16 } } })
  })

  it('ends the calls that a process left open when it died while it ended their room', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 6_000)
    await world.database.sql`
      update live_room set ended_at = now(), end_reason = 'byBroadcaster', deadline_at = null where id = ${roomId}`
    await world.database.sql`delete from call_seat where live_room_id = ${roomId}`
    await sweepRooms(world.context)
    expect(await endOf(one, callId)).toBe('byBroadcaster')
    expect(await receiptOf(broadcaster, callId)).toMatchObject({ earned: 8 })
  })
})

describe('two processes on one database', () => {
  let other: TestWorld
  let closeNode: () => Promise<void>
  beforeAll(async () => {
    closeNode = await openNode(world)
    other = await createTestWorld({ beside: world })
  })
  afterAll(async () => {
    await other.context.nodes.close()
    await closeNode()
    await other.close()
  })

  it('seat a watcher who asks one of them in the room of the other', async () => {
    const { broadcaster, roomId } = await room()
    const one = await world.caller(1_000)
    const callId = newCallId()
    const entered = await other.request('/api/enter-live', {
      method: 'POST',
      headers: { cookie: one.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ callId, roomId, expectedRatePointsPerMin: 200, spendCap: null }),
    })
    expect(await entered.json()).toMatchObject({ type: 'success', call: { phase: 'connecting' } })
    expect(world.media.seats.get(callId)).toMatchObject({ roomId })
    await broadcaster.request('endLive', { roomId })
  })

  it('adopt the room of one that fell silent with its calls, once, and the silent one closes it', async () => {
    const { broadcaster, roomId } = await room()
    const { watcher: one, callId } = await watcher(roomId, 1_000)
    world.media.flow(callId, 10_000 + 12_000)
    await reportCalls(world.context)
    await world.context.nodes.close()
    other.context.nodes.isSteady = () => true
    expect(await adoptRooms(other.context, later)).toBe(1)
    expect(await adoptRooms(other.context, later)).toBe(0)
    expect(other.media.seats.get(callId)).toMatchObject({ roomId, carried: { chargedMs: 12_000 } })
    world.media.flow(callId, 6_000)
    await reportCalls(world.context)
    await closeStrayRooms(world.context)
    expect(world.media.rooms.has(roomId)).toBe(false)
    expect(world.media.seats.has(callId)).toBe(false)
    await other.context.nodes.open('http://127.0.0.1:9')
    await broadcaster.request('endLive', { roomId })
    expect(await pointOf(one)).toBe(960)
  })
})
