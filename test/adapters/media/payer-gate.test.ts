import { expect, test } from 'vitest'
import { LiveMedia } from '#adapters/media/embedded/metering/live-media.ts'
import { Meter } from '#adapters/media/embedded/metering/meter.ts'
import { PayerGate } from '#adapters/media/embedded/metering/payer-gate.ts'
import type { ReportBlock } from '#adapters/media/embedded/rtp/rtcp.ts'
import type { Source, StoredPacket } from '#adapters/media/embedded/tracks/source.ts'
import { zeroReading } from '#adapters/media/port.ts'

const sound = { kind: 'audio', codec: 'opus' } as Source
const nothing = () => undefined

/** A payer of a voice call, with any number of connections one after another. */
const payer = () => {
  const meter = new Meter({ fundedMs: 600_000, unprovenMsMax: 600_000, carried: zeroReading })
  const media = new LiveMedia('voice')
  const newGate = () =>
    new PayerGate(meter, media, { connected: nothing, exhausted: nothing, moved: nothing })
  let sequence = 0
  /** Sound from one instant to another; a page that is there gives signs of life. */
  const flow = (gate: PayerGate, from: number, to: number, isThere: boolean) => {
    for (let now = from; now < to; now += 20) {
      const packet = { timestamp: now * 48, bytes: Buffer.alloc(72) } as StoredPacket
      gate.pass(packet, sound, ++sequence, now)
      if (isThere) meter.signOfLife(now)
    }
  }
  const report = (gate: PayerGate, now: number, cumulativeLost = 0) =>
    gate.report('audio', { highestSequence: sequence & 0xffff, cumulativeLost } as ReportBlock, now)
  return { meter, newGate, flow, report }
}

test('an outage of two seconds is free when the page connects anew', () => {
  const { meter, newGate, flow, report } = payer()
  const before = newGate()
  flow(before, 0, 5_000, true)
  report(before, 5_000)
  flow(before, 5_000, 7_000, false)
  meter.replaceConnection(7_000)
  const after = newGate()
  flow(after, 7_000, 9_000, true)
  report(after, 9_000)
  // Sound is live from its seventh packet on.
  expect(meter.close(9_000)).toMatchObject({ chargedMs: 6_880, unprovenMs: 2_000 })
})

test('an outage is free when the page connects anew and its first report comes as late as RFC 3550 allows', () => {
  const { meter, newGate, flow, report } = payer()
  const before = newGate()
  flow(before, 0, 5_000, true)
  report(before, 5_000)
  flow(before, 5_000, 11_500, false)
  flow(before, 11_500, 12_300, true)
  const after = newGate()
  flow(after, 12_300, 20_300, true)
  report(after, 20_300)
  const { chargedMs, unprovenMs } = meter.close(20_300)
  expect(unprovenMs).toBeGreaterThan(7_000)
  expect(chargedMs).toBeLessThan(13_500)
  expect(chargedMs).toBeGreaterThan(12_500)
})
