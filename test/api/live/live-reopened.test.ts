import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newCallId } from '#test/helpers/test-world.ts'
import { openSocketsWorld, roundTrip, type SocketsWorld } from '../sockets/sockets-world.ts'
import { liveSteps } from './live-steps.ts'

let sockets: SocketsWorld
const { start, enter } = liveSteps(() => sockets.world)
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(() => sockets.closePages())
afterAll(() => sockets.close())

it('the pages whose connections the media server lost are told when it takes new ones, and nobody else', async () => {
  const { world } = sockets
  const people = {
    host: await world.broadcaster(),
    watcher: await world.caller(),
    caller: await world.caller(),
    partner: await world.broadcaster(),
    stranger: await world.caller(),
  }
  const { host, watcher, caller, partner } = people
  const reopened: Record<string, string[]> = { host: [], watcher: [], caller: [], partner: [], stranger: [] }
  const pages = await Promise.all(
    Object.entries(people).map(async ([who, person]) => {
      const page = await sockets.page(person)
      page.on('media:reopened', ({ id }) => reopened[who]?.push(id))
      return page
    }),
  )
  const [roomId, visit, call] = [newCallId(), newCallId(), newCallId()]
  await start(host, roomId)
  world.media.publishes(roomId, true)
  await enter(watcher, roomId, { callId: visit })
  world.media.connect(visit)
  await caller.request('sendCallRequest', { callId: call, partnerId: partner.id, callType: 'video' })
  await partner.request('acceptCall', { callId: call })
  world.media.connect(call)
  await world.settled()

  world.media.crash()
  await world.settled()
  await Promise.all(pages.map(roundTrip))
  expect(Object.values(reopened).flat()).toEqual([])

  world.media.recover()
  await world.settled()
  const expected = { host: [roomId], watcher: [visit], caller: [call], partner: [call], stranger: [] }
  await expect.poll(() => reopened).toEqual(expected)
  await Promise.all(pages.map(roundTrip))
  expect(reopened).toEqual(expected)
})
