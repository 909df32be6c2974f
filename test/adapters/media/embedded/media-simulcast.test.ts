import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { videoEncodings } from '#web/calls/media/link/transceivers.ts'
import { openRelay } from '../support/relay.ts'
import { ScriptedReceiver } from '../support/scripted-receiver.ts'
import { broadcasterId, launchBrowser, payerId, Stage } from '../support/stage.ts'

/** A browser that is short of CPU time takes it for a narrow connection, and needs long to raise its estimate again. */
const patience = { timeout: 45_000, interval: 50 }
const atOnce = { timeout: 4_000, interval: 50 }
const longTestMs = 150_000
const encodings = [...videoEncodings]
/** What the fake camera gives, and half of it. */
const large = 640
const small = 320

const media = createEmbeddedMedia({
  udpPort: 0,
  bindAddress: '0.0.0.0',
  log: { error: () => undefined, info: () => undefined },
})
let browser: Browser
let close: (() => unknown)[] = []

beforeAll(async () => {
  await media.start()
  browser = await launchBrowser()
})
afterEach(async () => {
  for (const each of close.toReversed()) await each()
  close = []
})
afterAll(async () => {
  await browser?.close()
  await media.stop()
})

const open = async (): Promise<Stage> => {
  const call = await Stage.open(media, browser)
  close.push(() => call.close())
  return call
}

describe('a picture that is sent in two sizes', () => {
  test(
    'is the small one for a receiver whose connection gets narrow, and the large one again later; the other side keeps its own',
    async () => {
      const call = await open()
      const { caller, broadcaster } = await call.enterBoth()
      await Promise.all([caller.publish({ encodings }), broadcaster.publish({ encodings })])
      const ofCaller = await ScriptedReceiver.subscribe(call, payerId)
      const ofBroadcaster = await ScriptedReceiver.subscribe(call, broadcasterId)
      close.push(() => [ofCaller, ofBroadcaster].map((receiver) => receiver.close()))
      await expect.poll(() => ofCaller.width, patience).toBe(large)
      await expect.poll(() => ofBroadcaster.width, patience).toBe(large)
      await call.passes(3_000)

      const before = ofCaller.packets
      ofCaller.says({ estimateBps: 100_000 })
      await expect.poll(() => ofCaller.width, atOnce).toBe(small)
      await call.passes(2_000)
      expect(ofCaller.width).toBe(small)
      expect(ofCaller.packets).toBeGreaterThan(before + 20)

      ofCaller.says({ estimateBps: 5_000_000 })
      await expect.poll(() => ofCaller.width, patience).toBe(large)

      ofCaller.says({ loss: 0.3 })
      await expect.poll(() => ofCaller.width, atOnce).toBe(small)
      expect(ofBroadcaster.width).toBe(large)
      // A machine under load drops a packet now and then; a change of size must not.
      for (const receiver of [ofCaller, ofBroadcaster])
        expect(receiver.missing).toBeLessThan(receiver.packets / 100)
      const { connectedMs, chargedMs, pendingMs, unprovenMs } = call.reading()
      // Forwarding never stood still. A machine under load reports late what has arrived.
      expect(connectedMs - chargedMs - pendingMs - unprovenMs).toBeLessThan(3_000)
      expect(call.happened()).toEqual(['connected'])
    },
    longTestMs,
  )

  test.each(['VP8', 'H264'] as const)(
    'in %s goes on small in a browser that loses a quarter of it',
    async (codec) => {
      const call = await open()
      const { caller, broadcaster } = await call.enterBoth()
      const relay = await openRelay()
      close.push(() => relay.close())
      call.rewriteAnswers(payerId, relay.rewrite)
      await broadcaster.publish({ encodings, codec })
      await caller.subscribe()
      await expect.poll(async () => (await caller.received()).frameWidth, patience).toBe(large)
      expect((await caller.received()).codec).toBe(`video/${codec}`)
      relay.lose({ toServer: 0, toClient: 0.25 })
      await expect.poll(async () => (await caller.received()).frameWidth, patience).toBe(small)
      await caller.seesMore(20)
    },
    longTestMs,
  )
})
