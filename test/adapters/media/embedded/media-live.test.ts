import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writePictureLoss } from '#adapters/media/embedded/rtp/rtcp.ts'
import { createEmbeddedMedia, type EmbeddedMedia } from '#adapters/media/embedded.ts'
import { zeroReading } from '#adapters/media/port.ts'
import { callOffer, publisherTraits } from '../offers.ts'
import { gets, LiveRoom, marks } from '../support/live-room.ts'
import { refusalOf } from '../support/refusal-of.ts'
import { broadcasterId } from '../support/stage.ts'

const patience = { timeout: 20_000, interval: 20 }
/** Between a packet's departure and its arrival in this process, which the machine may keep busy. */
const arrivalMsMax = 300
/** What came after a receiver's last report is nobody's to charge. */
const reportEveryMs = 1_000

describe('a room of one broadcaster and several seats', () => {
  let media: EmbeddedMedia
  let room: LiveRoom

  beforeAll(async () => {
    const log = { error: () => undefined, info: () => undefined }
    media = createEmbeddedMedia({ udpPort: 0, bindAddress: '127.0.0.1', log })
    await media.start()
  })
  afterEach(() => room?.close())
  afterAll(() => media.stop())

  test('charges each seat for what its own payer got', async () => {
    room = await LiveRoom.open(media)
    await room.goLive()
    const first = await room.watch('first')
    await gets(first, 300)
    const second = await room.watch('second')
    await gets(second, 200)
    first.close()
    const ofFirst = await media.closeSeat('first')
    await gets(second, 200)
    second.close()
    const ofSecond = (await media.closeRoom(room.roomId)).get('second') ?? zeroReading
    for (const [watcher, final] of [
      [first, ofFirst],
      [second, ofSecond],
    ] as const) {
      expect(final.chargedMs).toBeGreaterThan(1_000)
      expect(final.unprovenMs).toBeLessThan(reportEveryMs + arrivalMsMax)
      expect(Math.abs(final.chargedMs + final.unprovenMs - watcher.watchedMs)).toBeLessThan(arrivalMsMax)
    }
    expect(ofFirst.chargedMs).not.toBe(ofSecond.chargedMs)
    expect(room.happened('first')).toEqual(['connected'])
    expect([...media.readings().keys()]).toEqual([])
  })

  test('stops for the seat whose funds are used up, and for no other one', async () => {
    room = await LiveRoom.open(media)
    await room.goLive()
    const [poor, rich] = await Promise.all([room.watch('poor', { fundedMs: 1_500 }), room.watch('rich')])
    await room.happens('poor', 'exhausted')
    await gets(rich, 300)
    expect(room.reading('poor').chargedMs).toBe(1_500)
    expect(poor.watchedMs).toBeLessThan(1_500 + arrivalMsMax)
    expect(poor.watchedMs).toBeGreaterThan(1_500 - arrivalMsMax)
    expect(rich.lost).toBe(0)
    await media.extendFunding('poor', 3_600_000)
    await gets(poor)
  })

  test('a free look is not metered, and ends by itself', async () => {
    room = await LiveRoom.open(media)
    await room.goLive()
    const look = await room.watch('look', { fundedMs: 0, freeMs: 1_000 })
    const payer = await room.watch('payer', { freeMs: 1_000 })
    await room.happens('look', 'exhausted')
    await gets(payer, 200)
    expect(look.watchedMs).toBeLessThan(1_000 + arrivalMsMax)
    expect(await media.closeSeat('look')).toMatchObject({ chargedMs: 0, freeMs: 1_000 })
    payer.close()
    const { chargedMs, freeMs } = await media.closeSeat('payer')
    expect(freeMs).toBe(1_000)
    expect(chargedMs + freeMs).toBeLessThan(payer.watchedMs + arrivalMsMax)
    expect(chargedMs + freeMs).toBeGreaterThan(payer.watchedMs - reportEveryMs - arrivalMsMax)
  })

  test('a broadcaster who is gone is gone for every seat, and for a room without any', async () => {
    room = await LiveRoom.open(media)
    const alone = await room.goLive()
    await expect.poll(() => room.published(), patience).toEqual([true])
    alone.close()
    await expect.poll(() => room.published(), patience).toEqual([true, false])
    const broadcaster = await room.goLive()
    const watchers = await Promise.all([room.watch('one'), room.watch('other')])
    await Promise.all(watchers.map((watcher) => gets(watcher)))
    broadcaster.close()
    await Promise.all(['one', 'other'].map((seatId) => room.happens(seatId, 'lost broadcaster')))
    const reported = room.events.filter(({ type }) => type === 'lost')
    expect(reported).toEqual([
      { type: 'lost', roomId: room.roomId, seatIds: ['one', 'other'], role: 'broadcaster' },
    ])
    await room.goLive()
    await Promise.all(['one', 'other'].map((seatId) => room.happens(seatId, 'back broadcaster')))
    await Promise.all(watchers.map((watcher) => gets(watcher)))
    expect(room.published()).toEqual([true, false, true, false, true])
  })

  test('no watcher publishes, and nobody without a seat enters', async () => {
    room = await LiveRoom.open(media)
    await room.openSeat('watcher')
    await room.openSeat('partner', { payerSends: true })
    const offer = callOffer('sendonly', publisherTraits)
    expect(await refusalOf(media.publish(room.roomId, 'watcher', offer))).toBe(403)
    expect(await refusalOf(media.publish(room.roomId, 'stranger', offer))).toBe(404)
    expect(await refusalOf(media.subscribe(room.roomId, 'stranger', offer))).toBe(404)
    expect(await refusalOf(room.openSeat('second partner', { payerSends: true }))).toBe(409)
    await media.closeSeat('partner')
    await room.openSeat('second partner', { payerSends: true })
    expect(
      await refusalOf(
        media.openSeat({
          seatId: 'nowhere',
          roomId: 'no such room',
          payerId: 'a',
          payerSends: false,
          fundedMs: 0,
          unprovenMsMax: 0,
          carried: zeroReading,
        }),
      ),
    ).toBe(404)
  })

  test('what the live caller sends reaches the broadcaster and no watcher', async () => {
    room = await LiveRoom.open(media)
    await room.goLive()
    const watcher = await room.watch('watcher')
    const partner = await room.watch('partner', { payerSends: true })
    await gets(partner)
    await room.send('partner')
    const seen = await room.connect(broadcasterId)
    await gets(seen, 300)
    await gets(watcher, 300)
    expect([...seen.marks.keys()]).toEqual([marks.partner])
    expect([...watcher.marks.keys()]).toEqual([marks.broadcaster])
    expect([...partner.marks.keys()]).toEqual([marks.broadcaster])
    // The live call ends, and the broadcaster is live alone: no loss for those who watch.
    await media.closeSeat('partner')
    await gets(watcher, 100)
    expect(room.happened('watcher')).toEqual(['connected'])
    expect(room.published()).toEqual([true])
    // The next live caller.
    await room.watch('next', { payerSends: true })
    await room.send('next')
    await gets(await room.connect(broadcasterId))
  })

  test('an operator looks without a trace', async () => {
    room = await LiveRoom.open(media)
    await room.goLive()
    const look = await room.watch('look', { metered: false, fundedMs: 0 })
    await gets(look, 200)
    look.close()
    expect(media.readings().has('look')).toBe(false)
    expect(room.happened('look')).toEqual([])
    expect([...(await media.closeRoom(room.roomId)).keys()]).toEqual([])
  })

  test('a watcher who floods with requests slows nobody, and costs the broadcaster few keyframes', async () => {
    room = await LiveRoom.open(media)
    const broadcaster = await room.goLive()
    const [good, ...bad] = await Promise.all(['good', 'a', 'b', 'c'].map((seatId) => room.watch(seatId)))
    await Promise.all([good, ...bad].flatMap((each) => (each ? [gets(each)] : [])))
    const before = { at: performance.now(), requests: broadcaster.keyframeRequests, lost: good?.lost }
    const flood = setInterval(() => {
      for (const { client, ssrcs } of bad)
        for (const ssrc of ssrcs) for (let each = 0; each < 20; each++) client.send(writePictureLoss(ssrc))
    }, 10)
    try {
      if (good) await gets(good, 500)
    } finally {
      clearInterval(flood)
    }
    const seconds = (performance.now() - before.at) / 1_000
    expect(broadcaster.keyframeRequests - before.requests).toBeLessThanOrEqual(seconds * 2 + 2)
    expect(good?.lost).toBe(before.lost)
  })
})
