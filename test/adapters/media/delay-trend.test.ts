import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitrateCeilingBps, initialBitrateBps, nextBitrate } from '#adapters/media/embedded/rtp/bitrate.ts'
import { DelayTrend } from '#adapters/media/embedded/rtp/delay-trend.ts'
import { parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import { Source } from '#adapters/media/embedded/tracks/source.ts'

describe('the delay that queues add', () => {
  /** Frames of one second at 30 a second, each arriving `delayMs` after it was sent. */
  const second = (trend: DelayTrend, startMs: number, delayMs: number) => {
    for (let frame = 0; frame < 30; frame++) {
      const sentMs = startMs + (frame * 1_000) / 30
      trend.observe(Math.round(sentMs * 90) % 2 ** 32, sentMs + delayMs)
    }
    return trend.nextQueueDelayMs()
  }

  test('is nothing on a steady way, however long it is', () => {
    const trend = new DelayTrend(90_000)
    expect(second(trend, 0, 300)).toBe(0)
    expect(second(trend, 1_000, 300)).toBeLessThan(1)
  })

  test('is what is added to the best of the last 20 seconds', () => {
    const trend = new DelayTrend(90_000)
    second(trend, 0, 50)
    const addedMs = second(trend, 1_000, 200)
    expect(addedMs).toBeGreaterThan(130)
    expect(addedMs).toBeLessThanOrEqual(150)
    for (let index = 2; index < 23; index++) second(trend, index * 1_000, 200)
    expect(second(trend, 23_000, 200)).toBeLessThan(1)
  })

  test('survives the wrap of the timestamps', () => {
    const trend = new DelayTrend(90_000)
    const wrapMs = 2 ** 32 / 90
    expect(second(trend, wrapMs - 1_500, 50)).toBe(0)
    expect(second(trend, wrapMs - 500, 50)).toBeLessThan(1)
  })

  test('is nothing in a second without packets', () => {
    expect(new DelayTrend(90_000).nextQueueDelayMs()).toBe(0)
  })
})

test('a source that restarts has no queue by its new timestamps', () => {
  const vp8 = codecs.find(({ name }) => name === 'VP8')
  if (!vp8) throw new Error('no VP8')
  const format = { codec: vp8, payloadType: 96, rtxPayloadType: null, parameters: '', feedback: [] }
  const source = new Source(format, () => undefined, { isLayer: false })
  const receive = (ssrc: number, timestamp: number, now: number) => {
    const packet = Buffer.alloc(20)
    writeRtpHeader(packet, { payloadType: 96, marker: false, sequence: now, timestamp, ssrc })
    const header = parseRtp(packet)
    if (header) source.receive(packet, header, now)
  }
  receive(1, 900_000, 0)
  expect(source.nextFlow(1_000).queueDelayMs).toBe(0)
  receive(2, 0, 1_000)
  expect(source.nextFlow(1_000).queueDelayMs).toBe(0)
  source.close()
})

interface Sender {
  /** How much slower than time its RTP clock runs; below zero faster. */
  drift: number
  /** Of the narrowest place on its way; what is more waits there. */
  capacityBps: number
  /** What it sends whatever it may; null for one that uses what it may. */
  fixedBps?: number
  seconds?: number
}

/** What a sender of 30 frames a second may send, second by second, and how long its packets waited. */
const play = ({ drift, capacityBps, fixedBps, seconds = 90 }: Sender) => {
  const trend = new DelayTrend(90_000)
  const allowedBps = [initialBitrateBps]
  const queuesMs: number[] = []
  let queueMs = 0
  for (let index = 0; index < seconds; index++) {
    const before = allowedBps.at(-1) ?? 0
    const sentBps = fixedBps ?? before
    for (let frame = 0; frame < 30; frame++) {
      queueMs = Math.max(0, queueMs + (sentBps / capacityBps - 1) * (1_000 / 30))
      const sentMs = index * 1_000 + (frame * 1_000) / 30
      trend.observe(Math.round(sentMs * (1 - drift) * 90) % 2 ** 32, sentMs + 40 + queueMs)
    }
    queuesMs.push(queueMs)
    const receivedBps = queueMs > 0 ? capacityBps : sentBps
    const downstream = { loss: 0, estimateBps: null }
    const sample = { upstreamLoss: 0, queueDelayMs: trend.nextQueueDelayMs(), receivedBps, downstream }
    allowedBps.push(nextBitrate(before, sample))
  }
  return { allowedBps, queuesMs }
}

describe('a sender whose clock runs wrong', () => {
  test('may send more and more on a way that carries it', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.01, max: 0.01, noNaN: true }), (drift) => {
        const { allowedBps } = play({ drift, capacityBps: 10_000_000 })
        expect(allowedBps).toEqual(allowedBps.toSorted((one, other) => one - other))
        expect(allowedBps.at(-1)).toBe(bitrateCeilingBps)
      }),
      { numRuns: 50 },
    )
  })

  test.each([-0.01, -0.006, 0, 0.006, 0.01])('of %d is held where its way is full', (drift) => {
    const { allowedBps, queuesMs } = play({ drift, capacityBps: 500_000 })
    const settled = allowedBps.slice(30)
    expect(Math.min(...settled)).toBeGreaterThan(250_000)
    expect(Math.max(...settled)).toBeLessThan(650_000)
    expect(Math.max(...queuesMs.slice(30))).toBeLessThan(500)
  })

  test.each([-0.01, 0, 0.01])('of %d has to send less than a connection that it fills', (drift) => {
    const { allowedBps } = play({ drift, capacityBps: 500_000, fixedBps: 550_000, seconds: 10 })
    expect(allowedBps.at(-1)).toBeLessThan(500_000)
  })
})
