import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import type { MediaEvent } from '#adapters/media/port.ts'
import { LatenessLog } from '#test/helpers/lateness-log.ts'
import { gets, LiveRoom, marks } from '../support/live-room.ts'
import type { SyntheticReceiver } from '../support/synthetic.ts'

const patience = { timeout: 20_000, interval: 20 }
const arrivalMsMax = 300
/** Without the start of a process: its watchers go to another one. */
const watchedAgainMsMax = 3_000

describe('a room that is spread over several processes', () => {
  let media: EmbeddedMedia
  let room: LiveRoom
  const watchers = new Map<string, SyntheticReceiver>()

  beforeEach(async () => {
    const log = { error: () => undefined, info: () => undefined }
    media = createEmbeddedMedia({ udpPort: 0, processes: 2, bindAddress: '127.0.0.1', log })
    await media.start()
    room = await LiveRoom.open(media)
    watchers.clear()
  })
  afterEach(async () => {
    await room?.close()
    await media?.stop()
  })

  const pidOf = (id: string) => Number(media.processOf(id)?.pid)
  const isFar = (seatId: string) => pidOf(seatId) !== pidOf(room.roomId)
  /** Opens seats until there are so many in the process without the broadcaster, and one beside the broadcaster. */
  const watchOn = async (farCount: number) => {
    for (let each = 1; [...watchers.keys()].filter(isFar).length < farCount; each++)
      watchers.set(`seat ${each}`, await room.watch(`seat ${each}`))
    await Promise.all([...watchers.values()].map((watcher) => gets(watcher)))
    const near = [...watchers.keys()].filter((seatId) => !isFar(seatId))
    expect(near.length).toBeGreaterThan(0)
    return { near, far: [...watchers.keys()].filter(isFar) }
  }
  const watcherOf = (seatId: string): SyntheticReceiver => {
    const watcher = watchers.get(seatId)
    if (!watcher) throw new Error(`nobody on ${seatId}`)
    return watcher
  }

  test('carries and charges the same in each of them', async () => {
    const broadcaster = await room.goLive()
    const { near, far } = await watchOn(2)
    const sentBefore = broadcaster.sentPackets
    const before = new Map([...watchers].map(([seatId, watcher]) => [seatId, watcher.packets]))
    await Promise.all([...watchers.values()].map((watcher) => gets(watcher, 400)))
    const sent = broadcaster.sentPackets - sentBefore
    for (const [seatId, watcher] of watchers) {
      const got = watcher.packets - (before.get(seatId) ?? 0)
      expect(Math.abs(got - sent)).toBeLessThan(sent * 0.1)
      expect(watcher.lost).toBe(0)
      expect([...watcher.marks.keys()]).toEqual([marks.broadcaster])
    }
    for (const seatId of [near[0] ?? '', far[0] ?? '']) {
      const watcher = watcherOf(seatId)
      watcher.close()
      const { chargedMs, unprovenMs } = await media.closeSeat(seatId)
      expect(chargedMs).toBeGreaterThan(1_000)
      expect(Math.abs(chargedMs + unprovenMs - watcher.watchedMs)).toBeLessThan(arrivalMsMax)
    }
    broadcaster.close()
    await room.happens(near[1] ?? '', 'lost broadcaster')
    await room.happens(far[1] ?? '', 'lost broadcaster')
    expect(room.published()).toEqual([true, false])
  })

  test('carries the codec that an encoder sends, though its offer prefers another one', async () => {
    const preferring = (offer: string) =>
      offer
        .replace('RTP/SAVPF 96 97', 'RTP/SAVPF 102 96 97')
        .replace(
          'a=rtpmap:96 VP8/90000',
          'a=rtpmap:102 H264/90000\r\na=fmtp:102 packetization-mode=1;profile-level-id=42e01f\r\na=rtpmap:96 VP8/90000',
        )
    await room.goLive(preferring)
    const { near, far } = await watchOn(1)
    for (const seatId of [near[0] ?? '', far[0] ?? '']) {
      await expect.poll(() => room.reading(seatId).chargedMs, patience).toBeGreaterThan(0)
      expect(watcherOf(seatId).lost).toBe(0)
    }
  })

  test('takes nothing from another program of the machine', async () => {
    await room.goLive()
    const { far } = await watchOn(1)
    const stranger = createSocket('udp4').bind(0, '127.0.0.1')
    const ports = media.processes.map(({ feedPort }) => feedPort)
    for (let each = 0; each < 200; each++)
      for (const port of ports) stranger.send(randomBytes(1 + ((each * 37) % 1_200)), port, '127.0.0.1')
    await gets(watcherOf(far[0] ?? ''), 200)
    expect(watcherOf(far[0] ?? '').lost).toBe(0)
    expect([...watcherOf(far[0] ?? '').marks.keys()]).toEqual([marks.broadcaster])
    stranger.close()
  })

  test('one that dies costs its own watchers a moment, and nobody else anything', async () => {
    await room.goLive()
    const { near, far } = await watchOn(1)
    const [lost = ''] = far
    await expect.poll(() => room.reading(lost).chargedMs, patience).toBeGreaterThan(0)
    const reported: MediaEvent[] = []
    media.onEvent((event) => {
      if (event.type === 'down' || event.type === 'up') reported.push(event)
    })
    const lateness = new LatenessLog()
    lateness.start()
    onTestFinished(() => lateness.stop())
    process.kill(pidOf(lost), 'SIGKILL')
    const diedAt = Date.now()
    await expect.poll(() => reported.length, patience).toBeGreaterThanOrEqual(2)
    expect(reported.slice(0, 2)).toEqual([
      { type: 'down', roomIds: [], seatIds: far },
      { type: 'up', roomIds: [], seatIds: far },
    ])
    const carried = room.reading(lost)
    await room.openSeat(lost, { carried })
    const again = await room.connect(lost)
    await again.next()
    const now = Date.now()
    expect(now - diedAt - lateness.stalledMs(diedAt, now)).toBeLessThan(watchedAgainMsMax)
    await gets(again, 200)
    expect(room.happened(lost)).toEqual([
      'connected',
      'down',
      'up',
      'back broadcaster',
      'back payer',
      'connected',
    ])
    again.close()
    const final = await media.closeSeat(lost)
    expect(final.chargedMs + final.unprovenMs - carried.chargedMs).toBeLessThan(
      again.watchedMs + arrivalMsMax,
    )
    for (const seatId of near) {
      expect(room.happened(seatId)).toEqual(['connected'])
      expect(watcherOf(seatId).lost).toBe(0)
    }
  })

  test('the broadcaster’s own that dies costs the broadcaster a new connection, and the watchers elsewhere none', async () => {
    await room.goLive()
    const { near, far } = await watchOn(1)
    const [elsewhere = ''] = far
    const watcher = watcherOf(elsewhere)
    process.kill(pidOf(room.roomId), 'SIGKILL')
    await room.happens(elsewhere, 'lost broadcaster')
    const { chargedMs } = room.reading(elsewhere)
    await room.openRoom()
    expect(pidOf(room.roomId)).toBe(pidOf(elsewhere))
    for (const seatId of near) await room.openSeat(seatId, { carried: room.reading(seatId) })
    await room.goLive()
    await room.happens(elsewhere, 'back broadcaster')
    await gets(watcher, 200)
    await gets(await room.connect(near[0] ?? ''), 100)
    await expect.poll(() => room.reading(elsewhere).chargedMs, patience).toBeGreaterThan(chargedMs + 500)
    expect(room.happened(elsewhere)).toEqual(['connected', 'lost broadcaster', 'back broadcaster'])
  })
})
