import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Resends, resendsMax } from '#adapters/media/embedded/rtp/resends.ts'
import { RoundTrip } from '#adapters/media/embedded/rtp/round-trip.ts'
import { isRtcp, parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

const report = (ntpSeconds: number) => ({
  ssrc: 1,
  ntpSeconds,
  ntpFraction: 0x8000_0000,
  rtpTimestamp: 0,
  packetCount: 0,
  octetCount: 0,
})
const block = (lastSenderReport: number, delaySinceSenderReport: number) => ({
  ssrc: 1,
  fractionLost: 0,
  cumulativeLost: 0,
  highestSequence: 0,
  lastSenderReport,
  delaySinceSenderReport,
})

describe('the round trip to a receiver', () => {
  test('is what the reports give, without the time that the receiver held them', () => {
    const roundTrip = new RoundTrip()
    roundTrip.recordSent(report(5), 1_000)
    roundTrip.recordReport(block(0x0005_8000, 65_536 / 2), 1_580)
    expect(roundTrip.ms).toBe(80)
  })

  test('is 100 ms until a report gives it', () => {
    const roundTrip = new RoundTrip()
    roundTrip.recordSent(report(5), 1_000)
    roundTrip.recordReport(block(0, 0), 1_010)
    roundTrip.recordReport(block(0x0006_8000, 0), 1_010)
    expect(roundTrip.ms).toBe(100)
  })

  test('is never less than 20 ms nor more than 500, whatever a receiver says', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(2 ** 32 - 1), fc.nat(10_000))), (said) => {
        const roundTrip = new RoundTrip()
        for (const [seconds, delay, passedMs] of said) {
          roundTrip.recordSent(report(seconds), 1_000)
          roundTrip.recordReport(block(seconds * 0x1_0000 + 0x8000, delay), 1_000 + passedMs)
          expect(roundTrip.ms).toBeGreaterThanOrEqual(20)
          expect(roundTrip.ms).toBeLessThanOrEqual(500)
        }
      }),
    )
  })
})

describe('a packet that is requested again and again', () => {
  const way = { roundTripMs: 50, loss: 0.05 }
  const timesSent = (everyMs: number, untilMs: number, each = way): number[] => {
    const resends = new Resends()
    const sentAt: number[] = []
    for (let now = 0; now <= untilMs; now += everyMs) {
      if (!resends.isDue(7, each, now)) continue
      resends.record(7, now)
      sentAt.push(now)
    }
    return sentAt
  }

  test('is sent at once, and then at most once in a round trip', () => {
    expect(timesSent(1, 49)).toEqual([0])
    expect(timesSent(1, 5_000)).toEqual([0, 50, 150])
  })

  test('is sent more often where more gets lost', () => {
    expect([0, 0.01, 0.05, 0.1, 0.2, 0.5].map(resendsMax)).toEqual([2, 2, 3, 4, 6, 8])
    expect(timesSent(100, 60_000, { ...way, loss: 0.5 })).toHaveLength(8)
  })

  test('doesn’t hold up others, and is dropped when it can’t be requested any more', () => {
    const resends = new Resends()
    for (let sequence = 0; sequence < 5_000; sequence++) {
      expect(resends.isDue(sequence, way, 0)).toBe(true)
      resends.record(sequence, 0)
    }
    expect(resends.isDue(4_999, way, 0)).toBe(false)
    expect(resends.isDue(0, way, 0)).toBe(true)
  })
})

/**
 * A receiver as pion is one: every 100 ms it requests all that it misses among the newest 512 packets, and doesn't
 * notice that a retransmission has filled a gap. In virtual time, with 5 % of all arriving packets lost.
 */
const playToBlindReceiver = (seconds: number, loss: number) => {
  let seed = 1
  const isLost = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 < loss
  }
  const vp8 = codecs.find(({ name }) => name === 'VP8')
  if (!vp8) throw new Error('no VP8')
  const codec: NegotiatedCodec = {
    codec: vp8,
    payloadType: 96,
    rtxPayloadType: 97,
    parameters: '',
    feedback: [],
  }
  const arrived = new Set<number>()
  const repaired = new Set<number>()
  const counts = { datagrams: 0, packets: 0 }
  let first = -1
  const forwarder = new Forwarder('video', [codec], openGate, (packet) => {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (!header) return
    counts.datagrams += 1
    const isRepair = header.payloadType === 97
    if (!isRepair && first < 0) first = header.sequence
    const sequence = isRepair ? packet.readUInt16BE(header.payloadStart) : header.sequence
    if (!isLost()) (isRepair ? repaired : arrived).add((sequence - first) & 0xffff)
  })
  const track = new Track(codec, null, () => undefined)
  forwarder.attach(track, 0)
  for (let now = 0; now < seconds * 1_000; now += 5) {
    const packet = Buffer.concat([Buffer.alloc(12), Buffer.from(now === 0 ? '1000aa' : '1001aa', 'hex')])
    const fields = { payloadType: 96, marker: false, timestamp: now * 90, ssrc: 5 }
    writeRtpHeader(packet, { ...fields, sequence: counts.packets })
    const header = parseRtp(packet)
    if (header) track.receive(packet, header, now)
    counts.packets += 1
    if (now % 100 > 0) continue
    const newest = Array.from({ length: 512 }, (_, age) => counts.packets - 1 - age).filter((at) => at >= 0)
    const missed = newest.filter((at) => !arrived.has(at)).toReversed()
    const requested = missed.map((at) => (first + at) & 0xffff)
    forwarder.retransmit(requested, now)
  }
  track.close()
  const missing = Array.from({ length: counts.packets - 200 }, (_, at) => at).filter(
    (at) => !arrived.has(at) && !repaired.has(at),
  )
  return { datagramsPerPacket: counts.datagrams / counts.packets, missing: missing.length }
}

describe('a receiver that doesn’t notice its repairs', () => {
  test('costs little more than what it misses, and gets all of it', () => {
    const { datagramsPerPacket, missing } = playToBlindReceiver(60, 0.05)
    expect(datagramsPerPacket).toBeLessThan(1.17)
    expect(datagramsPerPacket).toBeGreaterThan(1.05)
    expect(missing).toBeLessThanOrEqual(1)
  })
})
