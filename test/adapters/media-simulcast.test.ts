import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedMedia } from '../../adapters/media/embedded.ts'
import { videoEncodings } from '../../web/calls/media-session.ts'
import { openRelay } from './media/relay.ts'
import { ScriptedReceiver } from './media/scripted-receiver.ts'
import { launchBrowser, payer, Stage } from './media/stage.ts'

const patience = { timeout: 25_000, interval: 50 }
const atOnce = { timeout: 4_000, interval: 50 }
const longTestMs = 90_000
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
    'is the small one for a receiver whose way gets narrow, and the large one again later; the other side keeps hers',
    async () => {
      const call = await open()
      const { him, her } = await call.enterBoth()
      await Promise.all([him.publish({ encodings }), her.publish({ encodings })])
      await her.subscribe()
      const receiver = await ScriptedReceiver.subscribe(call, payer)
      close.push(() => receiver.close())
      await expect.poll(() => receiver.width, patience).toBe(large)
      await expect.poll(async () => (await her.received()).frameWidth, patience).toBe(large)
      await call.passes(3_000)

      const before = receiver.packets
      receiver.says({ estimateBps: 100_000 })
      await expect.poll(() => receiver.width, atOnce).toBe(small)
      await call.passes(2_000)
      expect(receiver.width).toBe(small)
      expect(receiver.packets).toBeGreaterThan(before + 20)

      receiver.says({ estimateBps: 5_000_000 })
      await expect.poll(() => receiver.width, patience).toBe(large)

      receiver.says({ loss: 0.3 })
      await expect.poll(() => receiver.width, atOnce).toBe(small)
      // A machine under load drops a packet now and then; a change of size must not.
      expect(receiver.missing).toBeLessThan(receiver.packets / 100)
      await her.seesMore(10)
      const hers = await her.received()
      expect(hers.frameWidth).toBe(large)
      const { connectedMs, chargedMs } = call.reading()
      expect(connectedMs - chargedMs).toBeLessThan(3_000)
      expect(call.happened()).toEqual(['connected'])
    },
    longTestMs,
  )

  test.each(['VP8', 'H264'] as const)(
    'in %s goes on small in a browser that loses a quarter of it',
    async (codec) => {
      const call = await open()
      const { him, her } = await call.enterBoth()
      const relay = await openRelay()
      close.push(() => relay.close())
      call.rewriteAnswers(payer, relay.rewrite)
      await her.publish({ encodings, codec })
      await him.subscribe()
      await expect.poll(async () => (await him.received()).frameWidth, patience).toBe(large)
      expect((await him.received()).codec).toBe(`video/${codec}`)
      relay.lose({ toServer: 0, toClient: 0.25 })
      await expect.poll(async () => (await him.received()).frameWidth, patience).toBe(small)
      await him.seesMore(20)
    },
    longTestMs,
  )
})
