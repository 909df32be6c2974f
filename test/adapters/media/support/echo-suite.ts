import type { Browser } from '@playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import type { MediaEvent, MediaServer } from '#adapters/media/port.ts'
import { callOffer, publisherTraits, subscriberTraits } from '../offers.ts'
import { refusalOf } from './refusal-of.ts'
import { Stage } from './stage.ts'
import { SyntheticReceiver, SyntheticSender } from './synthetic.ts'

const patience = { timeout: 25_000, interval: 100 }
const longTestMs = 60_000
const tester = 'tester'

/** What echo rooms have to do, as a part of the suite for every media server. */
export const describeEchoRooms = (on: () => { media: MediaServer; browser: Browser }): void => {
  describe('an echo room', () => {
    let opened: string[] = []

    afterEach(async () => {
      for (const roomId of opened) await on().media.closeEcho(roomId)
      opened = []
    })

    const open = async ({
      maxMs = 60_000,
      roomId = `echo-${crypto.randomUUID()}`,
      networkKey = 'one network',
    } = {}) => {
      await on().media.openEcho({ roomId, participantId: tester, networkKey, maxMs })
      opened.push(roomId)
      return roomId
    }
    const offer = callOffer('sendonly', publisherTraits)
    const publish = (roomId: string, participantId = tester) =>
      on().media.publish(roomId, participantId, offer)
    const isClosed = async (roomId: string) =>
      (await publish(roomId).then(
        () => 201,
        ({ status }) => status,
      )) === 404

    test(
      'brings back picture and sound, says nothing of it, and leaves the call beside it alone',
      async () => {
        const { media, browser } = on()
        const events: MediaEvent[] = []
        const unsubscribe = media.onEvent((event) => void (event.type === 'carries' || events.push(event)))
        const call = await Stage.open(media, browser)
        try {
          await call.connect()
          const roomId = await open()
          const alone = await call.enter(tester, roomId)
          await alone.join()
          await Promise.all([alone.seesMore(20), alone.hearsMore()])
          const { chargedMs } = call.reading()
          // Readings come several times a second, and later on a busy machine.
          await expect.poll(() => call.reading().chargedMs, { timeout: 10_000 }).toBeGreaterThan(chargedMs)
          expect([...media.readings().keys()]).toEqual([call.roomId])
          await media.closeEcho(roomId)
          expect(await refusalOf(publish(roomId))).toBe(404)
          const { roomId: callId } = call
          expect(events).toEqual([
            { type: 'publishing', roomId: callId, isPublishing: true },
            { type: 'connected', roomId: callId, seatId: callId },
          ])
        } finally {
          unsubscribe()
          await call.close()
        }
      },
      longTestMs,
    )

    test('lets a member subscribe first, and publish again', async () => {
      const { media } = on()
      const roomId = await open()
      const receiver = await SyntheticReceiver.connect(
        async (sdp) => (await media.subscribe(roomId, tester, sdp)).answerSdp,
      )
      const publish = () =>
        SyntheticSender.connect(async (sdp) => (await media.publish(roomId, tester, sdp)).answerSdp)
      const first = await publish()
      await expect.poll(() => receiver.packets, patience).toBeGreaterThan(50)
      const second = await publish()
      const before = receiver.packets
      await expect.poll(() => receiver.packets - before, patience).toBeGreaterThan(50)
      for (const client of [receiver, first, second]) client.close()
    })

    test('belongs to one member: nobody else publishes, subscribes or closes anything in it', async () => {
      const { media } = on()
      const roomId = await open()
      const { resourceId } = await publish(roomId)
      expect(await refusalOf(publish(roomId, 'stranger'))).toBe(404)
      expect(
        await refusalOf(media.subscribe(roomId, 'stranger', callOffer('recvonly', subscriberTraits))),
      ).toBe(404)
      expect(await refusalOf(media.closeResource(roomId, 'stranger', resourceId))).toBe(404)
      await media.closeResource(roomId, tester, resourceId)
    })

    test('closes by itself when its time is over', async () => {
      const roomId = await open({ maxMs: 500 })
      await expect.poll(() => isClosed(roomId), patience).toBe(true)
    })

    test('begins its time anew when it is opened again', async () => {
      const roomId = await open({ maxMs: 500 })
      await open({ roomId })
      const asShort = await open({ maxMs: 500 })
      await expect.poll(() => isClosed(asShort), patience).toBe(true)
      expect(await isClosed(roomId)).toBe(false)
    })

    test('starts without its clients when it is opened again', async () => {
      const { media } = on()
      const roomId = await open()
      const receiver = await SyntheticReceiver.connect(
        async (sdp) => (await media.subscribe(roomId, tester, sdp)).answerSdp,
      )
      const sender = await SyntheticSender.connect(
        async (sdp) => (await media.publish(roomId, tester, sdp)).answerSdp,
      )
      await receiver.next()
      await open({ roomId })
      const before = receiver.packets
      const asShort = await open({ maxMs: 500 })
      await expect.poll(() => isClosed(asShort), patience).toBe(true)
      expect(receiver.packets - before).toBeLessThan(20)
      expect(await isClosed(roomId)).toBe(false)
      for (const client of [receiver, sender]) client.close()
    })

    test('makes way for another network’s when too many are open, and is one that sends nothing', async () => {
      const { media } = on()
      const inUse = await open()
      const sender = await SyntheticSender.connect(
        async (sdp) => (await media.publish(inUse, tester, sdp)).answerSdp,
      )
      const receiver = await SyntheticReceiver.connect(
        async (sdp) => (await media.subscribe(inUse, tester, sdp)).answerSdp,
      )
      await receiver.next()
      const unused = await open()
      const areAllTaken = () =>
        open().then(
          () => false,
          () => true,
        )
      while (!(await areAllTaken()));
      // Longer than what lies between two packets of the one in use.
      const opened = receiver.packets
      await expect.poll(() => receiver.packets - opened, patience).toBeGreaterThan(10)
      const others = await open({ networkKey: 'another network' })
      expect(await refusalOf(publish(unused))).toBe(404)
      expect(await isClosed(others)).toBe(false)
      const before = receiver.packets
      await expect.poll(() => receiver.packets, patience).toBeGreaterThan(before)
      for (const client of [receiver, sender]) client.close()
    })

    test('is refused when too many are open, and a call still has its room', async () => {
      const { media, browser } = on()
      const status = async (): Promise<number> => {
        for (let count = 0; count < 100; count++) {
          const refused = await open().then(
            () => null,
            (error) => error.status as number,
          )
          if (refused) return refused
        }
        return 0
      }
      expect(await status()).toBe(503)
      const call = await Stage.open(media, browser)
      await call.close()
      await media.closeEcho(opened[0] ?? '')
      await open()
    })
  })
}
