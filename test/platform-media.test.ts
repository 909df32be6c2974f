import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { openHttp } from '#server/app/open-http.ts'
import { LatenessLog } from './helpers/lateness-log.ts'
import { listenLocally } from './helpers/listen-locally.ts'
import { SimulatedPerson } from './helpers/simulated/simulated-person.ts'
import { SoundLog } from './helpers/simulated/simulated-sound.ts'
import { createTestWorld, newCallId, type Person, type TestWorld } from './helpers/test-world.ts'

/** From the death of a media process to the next media, for pages that were told of it. */
const backWithinMs = 3_000
/** Between a packet's departure and its arrival in this process, which the machine may keep busy. */
const arrivalMsMax = 300
const patience = { timeout: 25_000, interval: 20 }
const visit = { ratePointsPerMin: 200, spendCap: null, isFreeLook: false }

let media: EmbeddedMedia
let world: TestWorld
let origin: string
let closeHttp: () => Promise<void>
const lateness = new LatenessLog()
const leaving: (() => void)[] = []
beforeAll(async () => {
  const log = { error: () => undefined, info: () => undefined }
  media = createEmbeddedMedia({ udpPort: 0, processes: 2, bindAddress: '127.0.0.1', log })
  await media.start()
  world = await createTestWorld({ hasSockets: true, realMedia: media })
  const opened = await openHttp(world.context, null)
  origin = `http://127.0.0.1:${await listenLocally(opened.http)}`
  closeHttp = () => opened.close()
  lateness.start()
})
afterEach(async () => {
  for (const leave of leaving.splice(0).toReversed()) leave()
  expect(await world.ledgerDefects()).toEqual([])
})
afterAll(async () => {
  lateness.stop()
  await closeHttp?.()
  await world?.close()
  await media?.stop()
})

const opens = ({ id, cookie, viewer }: Person): SimulatedPerson => {
  const role = viewer.role === 'broadcaster' ? 'broadcaster' : 'caller'
  const listeners = { witness: () => undefined, onRing: () => undefined }
  const person = new SimulatedPerson({ memberId: id, role, origin, cookie, ...listeners })
  leaving.push(() => person.leave())
  return person
}

interface Watcher {
  callId: string
  sound: SoundLog
}
interface Room {
  roomId: string
  broadcaster: Person
}

const goLive = async (): Promise<Room> => {
  const broadcaster = await world.broadcaster()
  const roomId = newCallId()
  const started = await broadcaster.request('startLive', {
    ...{ roomId, title: '夜のおしゃべり', tags: [], source: 'browser' },
    rates: { watch: visit.ratePointsPerMin, call: null },
  })
  if (started.type === 'error') throw new Error(started.code)
  const studio = opens(broadcaster).openStudio()
  leaving.push(() => studio.close())
  studio.publish(started)
  return { roomId, broadcaster }
}

const watch = async ({ roomId, broadcaster }: Room): Promise<Watcher> => {
  const sound = new SoundLog(lateness)
  const session = opens(await world.caller()).watching({ roomId, broadcasterId: broadcaster.id }, sound)
  leaving.push(() => session.dispose())
  await expect.poll(() => session.store.get().stage.name, patience).toBe('confirm')
  session.enterRoom(visit)
  await expect.poll(() => sound.heardMs, patience).toBeGreaterThan(1_000)
  return { callId: session.store.get().call?.callId ?? '', sound }
}

const pidOf = (id: string) => Number(media.processOf(id)?.pid)

/** Until there is a watcher beside the broadcaster, and one in the other process. */
const watchEverywhere = async (room: Room) => {
  const watchers: Watcher[] = []
  const isFar = ({ callId }: Watcher) => pidOf(callId) !== pidOf(room.roomId)
  while (!watchers.some(isFar) || watchers.every(isFar)) watchers.push(await watch(room))
  return Map.groupBy(watchers, (each) => (isFar(each) ? 'far' : 'near'))
}

/** Media came over a connection that was made after this. */
const isBackSince =
  (at: number) =>
  ({ sound }: Watcher) => {
    const again = sound.endpointRequests.find((request) => request.at >= at && request.status === 201)
    return again !== undefined && (sound.stretches.at(-1)?.to ?? 0) > again.answeredAt
  }

const chargeOf = ({ callId }: Watcher): number => {
  const reading = media.readings().get(callId)
  return reading ? reading.freeMs + reading.chargedMs + reading.pendingMs + reading.unprovenMs : Number.NaN
}

test.each([
  ['in a process of their own', 'far'],
  ['in that of the broadcaster, whose page has to come back first', 'near'],
] as const)(
  'watchers see a killed room again within 3 s, and pay nothing between: %s',
  async (_what, where) => {
    const room = await goLive()
    const watchers = (await watchEverywhere(room)).get(where) ?? []
    const [{ callId } = { callId: '' }] = watchers
    const diedAt = Date.now()
    process.kill(pidOf(callId), 'SIGKILL')
    await expect.poll(() => watchers.every(isBackSince(diedAt)), patience).toBe(true)
    const backAt = Date.now()
    expect(backAt - diedAt - lateness.stalledMs(diedAt, backAt)).toBeLessThan(backWithinMs)
    for (const watcher of watchers)
      expect(chargeOf(watcher)).toBeLessThan(watcher.sound.heardMs + arrivalMsMax)
    await room.broadcaster.request('endLive', { roomId: room.roomId })
    await expect.poll(() => media.processesUp(), patience).toEqual([true, true])
  },
)
