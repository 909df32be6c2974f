import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newCallId } from '#test/helpers/test-world.ts'
import { openSocketsWorld, roundTrip, type SocketsWorld } from '../sockets/sockets-world.ts'
import { liveSteps } from './live-steps.ts'

let sockets: SocketsWorld
const { ageRoom, enter, endOf, room, watcher } = liveSteps(() => sockets.world)
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(() => sockets.closePages())
afterAll(() => sockets.close())

it('a visit moves to the device that takes it, and the first page learns of it at once', async () => {
  const { roomId } = await room()
  const { watcher: first, callId } = await watcher(roomId)
  const second = await sockets.world.onAnotherDevice(first)
  const stranger = await sockets.world.caller()
  const [page, outside] = [await sockets.page(first), await sockets.page(stranger)]
  let strangersEvents = 0
  outside.on('call:taken', () => {
    strangersEvents += 1
  })
  // The second device enters by the visit that runs: it never pays a second one.
  expect(await enter(second, roomId)).toMatchObject({ code: 'callAlreadyInCall' })
  expect(await second.request('getMyCall', {})).toMatchObject({ call: { callId, origin: 'sideWatch' } })
  const pageId = newCallId()
  expect(await stranger.request('joinCall', { callId, pageId })).toMatchObject({ code: 'notFound' })
  const taken = new Promise((resolve) => page.once('call:taken', resolve))
  const askedAt = performance.now()
  expect(await second.request('joinCall', { callId, pageId })).toMatchObject({
    call: { callId, liveRoomId: roomId },
  })
  const answeredAt = performance.now()
  expect(await taken).toEqual({ callId, pageId })
  // On a busy machine the event takes longer, and so does the answer.
  expect(performance.now() - answeredAt).toBeLessThan(300 + 10 * (answeredAt - askedAt))
  expect(await endOf(first, callId)).toBeNull()
  await roundTrip(outside)
  expect(strangersEvents).toBe(0)
})

it("the broadcaster's page is warned once, ten minutes before the limit of the day", async () => {
  const { broadcaster, roomId } = await room()
  const { watcher: one } = await watcher(roomId)
  const [page, others] = [await sockets.page(broadcaster), await sockets.page(one)]
  const warnings: unknown[] = []
  page.on('live:limit-near', (warning) => warnings.push(warning))
  let othersEvents = 0
  others.on('live:limit-near', () => {
    othersEvents += 1
  })
  const limitIn = async (seconds: number): Promise<Date> => {
    const [row] = await sockets.world.database.sql<{ ends_at: Date }[]>`
      update live_room set ends_at = now() + make_interval(secs => ${seconds}), deadline_at = now()
      where id = ${roomId} returning ends_at`
    if (!row) throw new Error('the room is gone')
    return row.ends_at
  }
  await limitIn(601)
  await ageRoom(roomId, 0)
  const endsAt = await limitIn(599)
  await ageRoom(roomId, 0)
  await expect.poll(() => warnings).toEqual([{ roomId, endsAt: endsAt.toISOString() }])
  await ageRoom(roomId, 60)
  await roundTrip(page)
  await roundTrip(others)
  expect([warnings.length, othersEvents]).toEqual([1, 0])
})
