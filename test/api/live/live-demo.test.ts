import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SeedLivePlace } from '#seed/live-rooms.ts'
import { openCallsInLiveRoom } from '#server/calls/queries.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createDemoLiveRooms, type DemoPublisher } from '#server/demo/demo-live-rooms.ts'
import { createDemoLiveWatchers, type DemoLiveWatchers } from '#server/demo/demo-live-watchers.ts'
import { endByOperator } from '#server/live/actions/apply-room-event.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'

let world: TestWorld
const { ageRoom, pointOf, watcher } = liveSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterAll(() => world.close())

const minute = 60_000
const roomOf = ({ id }: Person, title: string): SeedLivePlace['rooms'][number] => ({
  ...{ broadcasterId: id, title, tags: ['雑談'], lines: ['こんばんは', 'ゆっくりどうぞ'] },
})

/** Rooms whose clips arrive at the fake media server as soon as they are put into a room. */
const demoOf = (
  places: readonly SeedLivePlace[],
  watchers: DemoLiveWatchers | null = null,
  arrives: () => Promise<void> = async () => undefined,
) => {
  const keys = new Map<string, string>()
  const studio: DemoPublisher = {
    goLive: async ({ roomId, streamKey }) => {
      keys.set(roomId, streamKey)
      await arrives()
      world.media.publishes(roomId, true)
    },
    leave: (roomId) => void keys.delete(roomId),
  }
  const rooms = createDemoLiveRooms(world.context, studio, places, watchers)
  const tend = async (now: number) => {
    await rooms.tend(now)
    await world.settled()
  }
  return { keys, rooms, tend }
}

const onAir = async (viewer: Person): Promise<string[]> => {
  const answer = await viewer.request('getLiveRooms', { limit: 20 })
  return answer.type === 'success' ? answer.rooms.map(({ title }) => title).sort() : [answer.code]
}

it('keeps one place on, lets another come and go, publishes again, and ends all at the stop', async () => {
  const [first, second, guest, viewer] = await Promise.all([
    world.broadcaster(),
    world.broadcaster(),
    world.broadcaster(),
    world.caller(),
  ])
  const always = { rooms: [roomOf(first, '星を見る会'), roomOf(second, '山の話')], rhythm: null }
  const rhythm = { onMs: 8 * minute, offMs: 4 * minute }
  const demo = demoOf([always, { rooms: [roomOf(guest, '晩酌')], rhythm }])

  await demo.tend(0)
  expect(await onAir(viewer)).toEqual(['星を見る会', '晩酌'].sort())
  await demo.tend(8 * minute - 1)
  expect(await onAir(viewer)).toHaveLength(2)
  await demo.tend(8 * minute)
  expect(await onAir(viewer)).toEqual(['星を見る会'])
  await demo.tend(12 * minute)
  expect(await onAir(viewer)).toHaveLength(2)

  // A clip that is gone is put into the same room again, before the room ends.
  const [roomId = ''] = demo.keys.keys()
  world.media.publishes(roomId, false)
  await world.settled()
  await ageRoom(roomId, 6)
  const key = demo.keys.get(roomId)
  await demo.tend(13 * minute)
  expect(demo.keys.get(roomId)).not.toBe(key)
  await ageRoom(roomId, 20)
  expect(await onAir(viewer)).toHaveLength(2)

  // The next of the place takes over from somebody whom an operator has stopped.
  const { context } = world
  const ended = await inTransaction(context.db, (tx) => endByOperator(context, tx, { roomId, note: '確認' }))
  if (!('refused' in ended)) await ended.settle()
  await demo.tend(14 * minute)
  expect(await onAir(viewer)).toEqual(['山の話', '晩酌'].sort())

  await demo.rooms.stop()
  expect(await onAir(viewer)).toEqual([])
  expect(demo.keys.size).toBe(0)
})

it('waits for a clip on its way, and puts it in again when it failed', async () => {
  const broadcaster = await world.broadcaster()
  const ways: PromiseWithResolvers<void>[] = []
  const place = { rooms: [roomOf(broadcaster, '朝まで')], rhythm: null }
  const demo = demoOf(
    [place],
    null,
    () => (ways[ways.push(Promise.withResolvers()) - 1] as (typeof ways)[0]).promise,
  )
  await demo.tend(0)
  const [roomId = ''] = demo.keys.keys()
  await ageRoom(roomId, 6)
  await demo.tend(10_000)
  expect(ways).toHaveLength(1)
  ways[0]?.reject(new Error('no clip'))
  await world.settled()
  await demo.tend(20_000)
  expect(ways).toHaveLength(2)
  ways[1]?.resolve()
  await demo.rooms.stop()
})

it('greets once, and writes on only while somebody watches', async () => {
  const broadcaster = await world.broadcaster()
  const demo = demoOf([{ rooms: [roomOf(broadcaster, '作業しながら雑談')], rhythm: null }])
  const texts = async (roomId: string) => {
    const rows = await world.database.sql<
      { text: string }[]
    >`select text from live_entry where room_id = ${roomId} and kind = 'comment' order by seq`
    return rows.map(({ text }) => text)
  }
  await demo.tend(0)
  const [roomId = ''] = demo.keys.keys()
  for (const minutes of [3, 6, 9]) await demo.tend(minutes * minute)
  expect(await texts(roomId)).toEqual(['こんばんは'])
  const { callId } = await watcher(roomId, 3_000, null, 100)
  await demo.tend(12 * minute)
  await demo.tend(12 * minute + 1)
  expect(await texts(roomId)).toEqual(['こんばんは', 'ゆっくりどうぞ'])
  await demo.rooms.stop()
  expect(world.media.seats.has(callId)).toBe(false)
  expect(await world.ledgerDefects()).toEqual([])
})

it('is visited by watchers who write, give a present now and then, pay for it, and leave', async () => {
  const broadcaster = await world.broadcaster()
  const [first, second] = [await world.caller(0), await world.caller(3_000)]
  const watchers = createDemoLiveWatchers(world.context, {
    memberIds: [first.id, second.id],
    lines: ['こんばんは', 'いい声ですね'],
  })
  const place = { rooms: [roomOf(broadcaster, '夜のひととき')], rhythm: null }
  const demo = demoOf([place], watchers)
  await demo.tend(0)
  const [roomId = ''] = demo.keys.keys()
  for (const second of [3, 6, 9, 12, 15]) await demo.tend(second * 1_000)
  const entries = () => world.database.sql<{ kind: string; member_id: string; points: number }[]>`
    select kind, member_id, points from live_entry where room_id = ${roomId} and member_id <> ${broadcaster.id} order by seq`
  // Nobody else watches, so the next one comes after ten minutes.
  for (const second of [100, 300, 599]) await demo.tend(second * 1_000)
  expect(await entries()).toMatchObject([
    { kind: 'comment', member_id: first.id, points: 20 },
    { kind: 'present', member_id: first.id },
  ])
  for (const second of [605, 610, 615]) await demo.tend(second * 1_000)
  expect((await entries()).slice(2)).toMatchObject([{ kind: 'comment', member_id: second.id, points: 20 }])
  expect(await pointOf(second)).toBe(2_980)
  expect(await openCallsInLiveRoom(world.context.db, roomId)).toEqual([])
  await demo.rooms.stop()
  expect(await world.ledgerDefects()).toEqual([])
})

it('leaves a room alone that somebody opened by hand', async () => {
  const broadcaster = await world.broadcaster()
  const place = { rooms: [roomOf(broadcaster, 'デモの題名')], rhythm: null }
  const { start } = liveSteps(() => world)
  const roomId = crypto.randomUUID()
  expect(await start(broadcaster, roomId)).toMatchObject({ type: 'success' })
  const demo = demoOf([place])
  await demo.tend(0)
  expect(demo.keys.size).toBe(0)
  await demo.rooms.stop()
  expect(world.media.rooms.has(roomId)).toBe(true)
  await broadcaster.request('endLive', { roomId })
})
