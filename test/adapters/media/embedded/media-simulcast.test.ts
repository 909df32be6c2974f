import type { Browser } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createEmbeddedMedia } from '#adapters/media/embedded.ts'
import { videoEncodings } from '#web/calls/media/media-session.ts'
import { openRelay } from '../relay.ts'
import { ScriptedReceiver } from '../scripted-receiver.ts'
import { broadcaster, launchBrowser, payer, Stage } from '../stage.ts'

/** A browser that is short of time takes it for a narrow way, and needs long to trust it again. */
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
    'is the small one for a receiver whose way gets narrow, and the large one again later; the other side keeps hers',
    async () => {
      const call = await open()
      const { him, her } = await call.enterBoth()
      await Promise.all([him.publish({ encodings }), her.publish({ encodings })])
      const his = await ScriptedReceiver.subscribe(call, payer)
      const hers = await ScriptedReceiver.subscribe(call, broadcaster)
      close.push(() => [his, hers].map((receiver) => receiver.close()))
      await expect.poll(() => his.width, patience).toBe(large)
      await expect.poll(() => hers.width, patience).toBe(large)
      await call.passes(3_000)

      const before = his.packets
      his.says({ estimateBps: 100_000 })
      await expect.poll(() => his.width, atOnce).toBe(small)
      await call.passes(2_000)
      expect(his.width).toBe(small)
      expect(his.packets).toBeGreaterThan(before + 20)

      his.says({ estimateBps: 5_000_000 })
      await expect.poll(() => his.width, patience).toBe(large)

      his.says({ loss: 0.3 })
      await expect.poll(() => his.width, atOnce).toBe(small)
      expect(hers.width).toBe(large)
      // A machine under load drops a packet now and then; a change of size must not.
      for (const receiver of [his, hers]) expect(receiver.missing).toBeLessThan(receiver.packets / 100)
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
