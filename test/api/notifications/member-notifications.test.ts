import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '#test/helpers/test-world.ts'
import { type Client, openSocketsWorld, type SocketsWorld } from '../sockets/sockets-world.ts'

let sockets: SocketsWorld
beforeAll(async () => {
  sockets = await openSocketsWorld()
})
afterEach(() => sockets.closePages())
afterAll(() => sockets.close())

/** The payloads of this event that a page receives from now on. */
const receivedBy = (page: Client, name: 'favourite:standby' | 'member:changed'): unknown[] => {
  const received: unknown[] = []
  page.on(name, (payload?: unknown) => received.push(payload ?? name))
  return received
}

it('a changed profile is published to the pages of its owner alone', async () => {
  const [caller, broadcaster] = [await sockets.world.caller(0), await sockets.world.broadcaster()]
  const elsewhere = receivedBy(
    await sockets.page(await sockets.world.onAnotherDevice(caller)),
    'member:changed',
  )
  const ofBroadcaster = receivedBy(await sockets.page(broadcaster), 'member:changed')
  expect(await caller.request('updateUserInfo', { name: '改名' })).toMatchObject({ type: 'success' })
  await expect.poll(() => elsewhere, { timeout: 10_000 }).toHaveLength(1)
  expect(ofBroadcaster).toEqual([])
})

it('a favourite on standby is announced to open pages, but not to members who switched that off', async () => {
  const { world } = sockets
  const broadcaster = await world.broadcaster({ standby: false })
  const [fan, silent, blocked, other] = [
    await world.caller(0),
    await world.caller(0),
    await world.caller(0),
    await world.caller(0),
  ]
  const addFavourite = (caller: Person) =>
    caller.request('addBookmark', { token: caller.viewer.token, partnerId: broadcaster.id })
  for (const caller of [fan, silent, blocked]) await addFavourite(caller)
  await silent.request('updateNotificationSettings', {
    choices: [{ kind: 'favouriteStandby', channel: 'inApp', isOn: false }],
  })
  await broadcaster.request('addBlock', { partnerId: blocked.id })
  const received: unknown[][] = []
  for (const caller of [fan, silent, blocked, other])
    received.push(receivedBy(await sockets.page(caller), 'favourite:standby'))
  await broadcaster.request('updateCallWaiting', { waiting: true })
  const payload = { partnerId: broadcaster.id, partnerName: broadcaster.viewer.name }
  await expect.poll(() => received[0], { timeout: 10_000 }).toEqual([payload])
  expect(received.slice(1)).toEqual([[], [], []])
})
