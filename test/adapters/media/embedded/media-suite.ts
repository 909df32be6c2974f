import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MediaServer, zeroReading } from '#adapters/media/port.ts'
import { closeTwoParty, type TwoPartySpec } from '#adapters/media/two-party.ts'
import { callOffer, publisherTraits, subscriberTraits } from '../offers.ts'
import { describeEchoRooms } from '../support/echo-suite.ts'
import { refusalOf } from '../support/refusal-of.ts'
import { openRelay, type Relay } from '../support/relay.ts'
import { broadcasterId, launchBrowser, payerId, Stage } from '../support/stage.ts'

const patience = { timeout: 25_000, interval: 100 }
const longTestMs = 60_000

/** The time that these instants cover; a pause of more than a second isn't covered. */
const coveredMs = (instants: readonly number[]): number =>
  instants
    .slice(1)
    .map((time, index) => time - (instants[index] ?? time))
    .filter((gapMs) => gapMs <= 1_000)
    .reduce((sum, gapMs) => sum + gapMs, 0)

/** What every media server has to do, shown with real browsers. `create` gives one that isn't started yet. */
export const describeMediaServer = (name: string, create: () => MediaServer): void => {
  describe(name, () => {
    let media: MediaServer
    let browser: Browser
    let stage: Stage | undefined
    let relays: Relay[] = []

    const open = async (traits: Partial<TwoPartySpec> = {}): Promise<Stage> => {
      stage = await Stage.open(media, browser, traits)
      return stage
    }
    const relayFor = async (id: string, on: Stage): Promise<Relay> => {
      const relay = await openRelay()
      relays.push(relay)
      on.rewriteAnswers(id, relay.rewrite)
      return relay
    }

    beforeAll(async () => {
      media = create()
      await media.start()
      browser = await launchBrowser()
    })
    afterEach(async () => {
      await stage?.close()
      stage = undefined
      for (const relay of relays) relay.close()
      relays = []
    })
    afterAll(async () => {
      await browser?.close()
      await media?.stop()
    })

    describe('a call', () => {
      test(
        'carries picture and sound both ways and charges what the payer got',
        async () => {
          const call = await open()
          const { caller, broadcaster, ofCaller } = await call.connect()
          await Promise.all([caller.hearsMore(), broadcaster.hearsMore()])
          await expect.poll(async () => coveredMs(await caller.frameTimes()), patience).toBeGreaterThan(6_000)
          // The payer ends it, so that nothing arrives between the last look and the last reading.
          await caller.remove(ofCaller.subscription)
          const final = await closeTwoParty(media, call.roomId)
          const gotMs = coveredMs(await caller.arrivalTimes())
          const sawMs = coveredMs(await caller.frameTimes())
          expect(Math.abs(final.chargedMs - gotMs) / gotMs).toBeLessThan(0.1)
          expect(sawMs).toBeLessThan(final.chargedMs * 1.1)
          expect(final.chargedMs).toBeLessThanOrEqual(final.connectedMs)
          expect(call.happened()).toEqual(['connected', 'lost payer'])
          expect((await caller.received()).codec).toBe('video/VP8')
        },
        longTestMs,
      )

      test('carries H264 for browsers that prefer it', async () => {
        const call = await open()
        const { caller, broadcaster } = await call.connect({ codec: 'H264' })
        expect((await caller.received()).codec).toBe('video/H264')
        expect((await broadcaster.received()).codec).toBe('video/H264')
      })

      test('by voice carries sound and refuses the picture', async () => {
        const call = await open({ kind: 'voice' })
        const { caller, broadcaster } = await call.enterBoth()
        const [{ publication }] = await Promise.all([
          caller.join({ video: true }),
          broadcaster.join({ video: false }),
        ])
        expect(publication.answer).toMatch(/^m=video 0 /m)
        await call.connected(caller, broadcaster, { video: false })
        await call.passes(1_000)
        // A browser that only receives sound reports each 2.5 to 7.5 s. Nobody pays for a pause of more than a second.
        const soundMs = () => call.reading().chargedMs + call.reading().pendingMs
        await expect.poll(soundMs, patience).toBeGreaterThan(500)
        const { chargedMs, pendingMs } = call.reading()
        expect((await broadcaster.received()).videoPackets).toBe(0)
        expect((await closeTwoParty(media, call.roomId)).chargedMs).toBeGreaterThanOrEqual(
          chargedMs + pendingMs,
        )
      })

      test('accepts a data channel in the offer', async () => {
        const call = await open()
        const { caller, broadcaster } = await call.enterBoth()
        await broadcaster.publish({}, true)
        await caller.subscribe()
        await caller.seesMore(5)
      })

      test(
        'mends a lossy network: lost packets are sent again on the way in and on the way out',
        async () => {
          const call = await open()
          const { caller, broadcaster } = await call.enterBoth()
          const ofBroadcaster = await relayFor(broadcasterId, call)
          const ofCaller = await relayFor(payerId, call)
          await Promise.all([caller.join(), broadcaster.join()])
          await call.connected(caller, broadcaster)
          ofBroadcaster.lose({ toServer: 0.05, toClient: 0 })
          ofCaller.lose({ toServer: 0, toClient: 0.05 })
          await expect.poll(async () => (await broadcaster.sent()).retransmitted, patience).toBeGreaterThan(5)
          await expect.poll(async () => (await caller.received()).retransmitted, patience).toBeGreaterThan(5)
          // Nothing stays lost, so that no picture has to be asked for anew.
          const before = await caller.received()
          await caller.seesMore(60)
          const after = await caller.received()
          expect(after.nacksSent).toBeGreaterThan(before.nacksSent)
          expect(after.pictureLossesSent).toBe(before.pictureLossesSent)
        },
        longTestMs,
      )

      // What the server asks for in between is a matter of clocks: test/adapters/media/asked-bitrate.test.ts.
      test(
        'sends as much as the server asks for, and less to a partner whose network is bad',
        async () => {
          const call = await open()
          const { caller, broadcaster } = await call.enterBoth()
          const ofCaller = await relayFor(payerId, call)
          await Promise.all([caller.join(), broadcaster.join()])
          await call.connected(caller, broadcaster)
          const targetBps = async () => (await broadcaster.sent()).targetBitrateBps
          await expect.poll(targetBps, patience).toBeGreaterThan(600_000)
          ofCaller.lose({ toServer: 0, toClient: 0.25 })
          await expect.poll(targetBps, patience).toBeLessThan(500_000)
        },
        longTestMs,
      )
    })

    describe('a side that comes and goes', () => {
      test(
        'may publish again, even with another codec: the partner’s picture goes on and nobody is lost',
        async () => {
          const call = await open()
          const { caller, broadcaster } = await call.connect()
          await broadcaster.publish()
          await caller.seesMore(20)
          await broadcaster.publish({ codec: 'H264' })
          await caller.seesMore(20)
          expect((await caller.received()).codec).toBe('video/H264')
          expect(call.happened()).toEqual(['connected'])
        },
        longTestMs,
      )

      test('may subscribe again: the picture goes on and nobody is lost', async () => {
        const call = await open()
        const { caller } = await call.connect()
        await caller.subscribe()
        await caller.seesMore(20)
        expect(call.happened()).toEqual(['connected'])
      })

      test(
        'is lost with its DELETE and back with its next publication; the time between is free',
        async () => {
          const call = await open()
          const { caller, broadcaster, ofBroadcaster } = await call.connect()
          expect(await broadcaster.remove(ofBroadcaster.publication)).toBe(200)
          await call.happens('lost broadcaster')
          // What was sent before the loss is pending until the payer's next sign and charged with the next report.
          const sentMs = () => call.reading().chargedMs + call.reading().pendingMs
          await call.passes(1_000)
          const chargedMs = sentMs()
          await call.passes(1_500)
          // Both parts are whole milliseconds: what moves from one to the other may be rounded once more.
          expect(Math.abs(sentMs() - chargedMs)).toBeLessThanOrEqual(1)
          await broadcaster.publish()
          await call.happens('back broadcaster')
          await caller.seesMore(20)
          await call.passes(1_000)
          expect(call.reading().broadcasterLostMs).toBeGreaterThan(1_500)
          expect(call.reading().payerLostMs).toBe(0)
          expect(sentMs()).toBeGreaterThan(chargedMs)
        },
        longTestMs,
      )

      test(
        'is lost and back once, with both of its connections',
        async () => {
          const call = await open()
          const { caller, ofCaller } = await call.connect()
          await Promise.all([caller.remove(ofCaller.publication), caller.remove(ofCaller.subscription)])
          await call.happens('lost payer')
          await caller.join()
          await caller.seesMore(10)
          await call.happens('back payer')
          expect(call.happened()).toEqual(['connected', 'lost payer', 'back payer'])
          expect(call.reading().broadcasterLostMs).toBe(0)
        },
        longTestMs,
      )

      test('is lost when its browser closes the connections', async () => {
        const call = await open()
        const { broadcaster } = await call.connect()
        await broadcaster.vanish()
        await call.happens('lost broadcaster')
      })

      test(
        'is lost after 8 s of a dead network, unpaid from its last sign of life, and back with the next',
        async () => {
          const call = await open()
          const { caller, broadcaster } = await call.enterBoth()
          const ofCaller = await relayFor(payerId, call)
          await Promise.all([caller.join(), broadcaster.join()])
          await call.connected(caller, broadcaster)
          await call.passes(500)
          ofCaller.cut()
          const { chargedMs } = call.reading()
          await call.happens('lost payer')
          // The reading before the cut is up to a second old, and what was under way arrives. Paid absence would be 8 s.
          expect(call.reading().chargedMs - chargedMs).toBeLessThan(2_000)
          ofCaller.mend()
          await call.happens('back payer')
          await caller.seesMore(20)
          // The process reports its readings each second.
          await expect.poll(() => call.reading().payerLostMs, { timeout: 10_000 }).toBeGreaterThan(8_000)
        },
        longTestMs,
      )
    })

    describe('paid time', () => {
      test(
        'stops the payer’s picture when the money is used up, not the partner’s, and more money continues it',
        async () => {
          const call = await open({ fundedMs: 3_000 })
          const { caller, broadcaster } = await call.connect()
          await call.happens('exhausted')
          expect(call.events.at(-1)).toMatchObject({ type: 'exhausted', reading: { chargedMs: 3_000 } })
          await call.passes(500)
          const { framesDecoded, audioPackets } = await caller.received()
          await broadcaster.seesMore(20)
          await call.passes(1_000)
          expect(await caller.received()).toMatchObject({ framesDecoded, audioPackets })
          expect(call.reading().chargedMs).toBe(3_000)
          await media.extendFunding(call.roomId, 5_000)
          await caller.seesMore(20)
          await call.happens('exhausted', 2)
          expect(call.reading().payerLostMs + call.reading().broadcasterLostMs).toBe(0)
          const final = await call.close()
          stage = undefined
          expect(final.chargedMs).toBe(5_000)
        },
        longTestMs,
      )

      test('goes on from what was measured before', async () => {
        const carried = {
          ...zeroReading,
          connectedMs: 90_000,
          chargedMs: 59_000,
          payerLostMs: 1_000,
          broadcasterLostMs: 2_000,
        }
        const call = await open({ fundedMs: 60_000, carried })
        expect(call.reading()).toEqual(carried)
        await call.connect()
        await call.happens('exhausted')
        const final = await closeTwoParty(media, call.roomId)
        expect(final).toMatchObject({ chargedMs: 60_000, payerLostMs: 1_000, broadcasterLostMs: 2_000 })
      })
    })

    describeEchoRooms(() => ({ media, browser }))

    describe('the endpoints', () => {
      test('a subscriber’s answer knows nothing of the publisher, nor the publisher’s of the subscriber', async () => {
        const call = await open()
        const published = await media.publish(
          call.roomId,
          broadcasterId,
          callOffer('sendonly', publisherTraits),
        )
        const subscribed = await media.subscribe(
          call.roomId,
          payerId,
          callOffer('recvonly', subscriberTraits),
        )
        const answers = [published.answerSdp, subscribed.answerSdp]
        const secrets = [publisherTraits, subscriberTraits].flatMap((traits) => Object.values(traits))
        for (const answer of answers) for (const secret of secrets) expect(answer).not.toContain(secret)
        const connectionLines = answers.flatMap((answer) => answer.match(/^c=.*$/gm) ?? [])
        expect(new Set(connectionLines)).toEqual(new Set(['c=IN IP4 0.0.0.0']))
      })

      test(
        'a subscriber waits for the publisher, and gives up after 8 s',
        async () => {
          const call = await open()
          const { caller, broadcaster } = await call.enterBoth()
          const patient = caller.subscribe()
          await broadcaster.publish()
          await patient
          await caller.seesMore(5)
          // The payer doesn't publish, so the broadcaster waits in vain.
          expect(
            await refusalOf(
              media.subscribe(call.roomId, broadcasterId, callOffer('recvonly', subscriberTraits)),
            ),
          ).toBe(409)
        },
        longTestMs,
      )

      test('refuse strangers, unknown rooms and offers that can’t be answered', async () => {
        const call = await open()
        const offer = callOffer('sendonly', publisherTraits)
        expect(await refusalOf(media.publish(call.roomId, 'stranger', offer))).toBe(404)
        expect(await refusalOf(media.publish('nowhere', payerId, offer))).toBe(404)
        expect(await refusalOf(media.publish(call.roomId, payerId, 'garbage'))).toBe(422)
        expect(await refusalOf(media.publish(call.roomId, payerId, offer + 'a'.repeat(70_000)))).toBe(413)
        expect(
          await refusalOf(media.publish(call.roomId, payerId, offer.replaceAll(/VP8|H264|opus/g, 'none'))),
        ).toBe(406)
      })

      test('closes all that a participant has when no resource is named', async () => {
        const call = await open()
        await call.connect()
        await media.closeResource(call.roomId, broadcasterId, null)
        await call.happens('lost broadcaster')
      })

      test('closing a resource that is gone or belongs to somebody else does nothing', async () => {
        const call = await open()
        const { caller, ofBroadcaster } = await call.connect()
        await media.closeResource(
          call.roomId,
          payerId,
          ofBroadcaster.publication.resource.split('/').at(-1) ?? '',
        )
        await media.closeResource(call.roomId, payerId, 'gone')
        await media.closeResource('nowhere', payerId, 'gone')
        await media.extendFunding('nowhere', 5_000)
        await caller.seesMore(10)
        expect(call.happened()).toEqual(['connected'])
      })

      test('a room that isn’t known closes with zeroes, a closed one with its last reading again', async () => {
        expect(await closeTwoParty(media, 'never-opened')).toEqual(zeroReading)
        const call = await open()
        await call.connect()
        await call.passes(500)
        const final = await closeTwoParty(media, call.roomId)
        expect(final.chargedMs).toBeGreaterThan(0)
        expect(await closeTwoParty(media, call.roomId)).toEqual(final)
        expect(media.readings().has(call.roomId)).toBe(false)
      })
    })
  })
}
