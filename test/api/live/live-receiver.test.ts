import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { incrementMs } from '#adapters/media/port.ts'
import { SyntheticReceiver, SyntheticSender } from '#test/adapters/media/support/synthetic.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { liveSteps } from './live-steps.ts'

/** Between a packet's departure and its arrival in this process, which the machine may keep busy. */
const arrivalMsMax = 300
/** What one increment of the room costs. */
const incrementPoints = 20
const patience = { timeout: 20_000, interval: 20 }

let media: EmbeddedMedia
let world: TestWorld
const clients: { close(): void }[] = []
const { start, enter, endOf, pointOf } = liveSteps(() => world)
beforeAll(async () => {
  const log = { error: () => undefined, info: () => undefined }
  media = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log })
  await media.start()
  world = await createTestWorld({ realMedia: media })
  await world.database.sql`update live_setting set free_look_sec = 0`
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(async () => {
  await world?.close()
  await media?.stop()
})

/** The endpoints that a browser uses, with the token that the server gave. */
const exchangeAt = (link: 'whip' | 'whep', id: string, token: string) => async (offer: string) => {
  const response = await world.request(`/api/media/${link}/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    body: offer,
  })
  if (response.status !== 201) throw new Error(`${link} answered ${response.status}`)
  return response.text()
}

const goLive = async (): Promise<string> => {
  const broadcaster = await world.broadcaster()
  const roomId = newCallId()
  const started = await start(broadcaster, roomId)
  if (started.type === 'error') throw new Error(started.code)
  clients.push(await SyntheticSender.connect(exchangeAt('whip', roomId, started.rtc_channel_token)))
  const isListed = async () => {
    const answer = await broadcaster.request('getLiveRooms', {})
    return answer.type === 'success' && answer.rooms.some((room) => room.roomId === roomId)
  }
  await expect.poll(isListed, patience).toBe(true)
  return roomId
}

interface Watching {
  watcher: Person
  callId: string
  receiver: SyntheticReceiver
}

const watch = async (
  roomId: string,
  { points, spendCap = null }: { points: number; spendCap?: number | null },
): Promise<Watching> => {
  const watcher = await world.caller(points)
  const callId = newCallId()
  const entered = await enter(watcher, roomId, { callId, spendCap })
  if (entered.type === 'error') throw new Error(entered.code)
  const receiver = await SyntheticReceiver.connect(exchangeAt('whep', callId, entered.rtc_channel_token))
  clients.push(receiver)
  return { watcher, callId, receiver }
}

const gets = async ({ receiver }: Watching, packets: number) => {
  const before = receiver.packets
  await expect.poll(() => receiver.packets - before, patience).toBeGreaterThanOrEqual(packets)
}

it('a watcher’s picture ends with the own limit and with the last point, and nobody else’s', async () => {
  const roomId = await goLive()
  const [limited, poor, rich] = await Promise.all([
    watch(roomId, { points: 3_000, spendCap: incrementPoints }),
    watch(roomId, { points: incrementPoints }),
    watch(roomId, { points: 3_000 }),
  ])
  for (const { watcher, callId } of [limited, poor])
    await expect.poll(() => endOf(watcher, callId), patience).toBe('pointless')
  const packets = [limited, poor].map(({ receiver }) => receiver.packets)
  await gets(rich, 200)
  expect([limited, poor].map(({ receiver }) => receiver.packets)).toEqual(packets)
  for (const { receiver } of [limited, poor]) {
    expect(Math.abs(receiver.watchedMs - incrementMs)).toBeLessThan(arrivalMsMax)
  }
  expect(await pointOf(limited.watcher)).toBe(3_000 - incrementPoints)
  expect(await pointOf(poor.watcher)).toBe(0)
  expect(rich.receiver.lost).toBe(0)
})
