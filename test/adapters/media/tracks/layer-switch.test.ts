import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseRtp } from '#adapters/media/embedded/rtp/rtp.ts'
import {
  ahead,
  Encoding,
  type FrameTraits,
  frameMs,
  frameTicks,
  type Got,
  LayeredPublisher,
  type Rid,
} from '../support/layered.ts'

/** Keyframes of both encodings at the first of the frames. */
const keyFirst = (_rid: Rid, index: number): FrameTraits => ({ isKey: index === 0 })
const noKeys = (): FrameTraits => ({})

/** No gap in sequences and frame counters, time that only moves on, and a keyframe wherever the encoding changes. */
const expectUnbroken = (got: readonly Got[]) => {
  got.forEach((each, index) => {
    const before = got[index - 1]
    if (!before) {
      expect(each.startsKeyframe).toBe(true)
      return
    }
    const frames = each.startsFrame ? 1 : 0
    expect(ahead(each.sequence, before.sequence, 16)).toBe(1)
    expect(ahead(each.pictureId, before.pictureId, 15)).toBe(frames)
    expect(ahead(each.baseLayerIndex, before.baseLayerIndex, 8)).toBe(frames)
    const ticks = (each.timestamp - before.timestamp) | 0
    expect(ticks > 0).toBe(each.startsFrame)
    if (each.rid !== before.rid) expect(each.startsKeyframe).toBe(true)
  })
}

const ridsOf = (got: readonly Got[]): string =>
  got
    .map(({ rid }) => rid)
    .filter((rid, index, all) => rid !== all[index - 1])
    .join('')

let publisher: LayeredPublisher

beforeEach(() => {
  vi.useFakeTimers()
  publisher = new LayeredPublisher()
})
afterEach(() => void vi.useRealTimers())

/** A receiver that has had the higher encoding for long enough that its load is known. */
const settled = () => {
  const receiver = publisher.receiver()
  receiver.forwarder.attach(publisher.track, 0)
  const now = publisher.play(0, 120, keyFirst)
  expect(receiver.rid).toBe('h')
  return { receiver, now }
}

describe('which encoding a packet is of', () => {
  test('is known by its name at first, and by its SSRC from then on', () => {
    const { low, high, track } = publisher
    const receiver = publisher.receiver()
    receiver.forwarder.attach(track, 0)
    publisher.deliver(low.frame({ isKey: true }), 0)
    publisher.deliver(low.frame({ isNamed: false }), 33)
    publisher.deliver(high.frame({ isKey: true, isNamed: false }), 34)
    expect(ridsOf(receiver.got)).toBe('l')
    publisher.deliver(high.frame({ isKey: true }), 66)
    publisher.deliver(high.frame({ isNamed: false }), 99)
    expect(ridsOf(receiver.got)).toBe('lh')
    expect(receiver.got).toHaveLength(8)
    expectUnbroken(receiver.got)
  })

  test('of a retransmission is known by its own name; one of an unknown encoding is dropped', () => {
    const { high, track } = publisher
    const receiver = publisher.receiver()
    receiver.forwarder.attach(track, 0)
    publisher.deliver(high.frame({ isKey: true, packets: 1 }), 0)
    const [lost = Buffer.alloc(0)] = high.frame({ packets: 1 })
    publisher.deliver(high.frame({ packets: 1 }), 66)
    const sequence = parseRtp(lost)?.sequence
    expect(publisher.asked).toContainEqual({ type: 'nack', ssrc: high.ssrc, sequences: [sequence] })
    publisher.deliver([high.again(lost, 'x'), high.again(lost, 'l')], 70)
    expect(receiver.got).toHaveLength(2)
    // Those have the lower encoding's SSRC now; this one has its own.
    publisher.deliver(
      [new Encoding('h', 5).again(lost)].map((packet) => rewriteSsrc(packet, 99)),
      72,
    )
    const [first, , third] = receiver.got
    expect(ahead(third?.sequence ?? 0, first?.sequence ?? 0, 16)).toBe(1)
  })

  test('stays known when its SSRC changes: the encoding restarts, and the receiver sees no gap', () => {
    const { receiver, now } = settled()
    const renewed = new Encoding('h', 9)
    publisher.deliver(renewed.frame(), now)
    publisher.deliver(renewed.frame({ isKey: true }), now + 33)
    publisher.deliver(renewed.frame({ isNamed: false }), now + 66)
    expect(publisher.keyframesAskedOf(renewed)).toBe(1)
    expect(receiver.got.at(-1)?.rid).toBe('h')
    expectUnbroken(receiver.got)
    const before = receiver.got.length
    publisher.deliver(publisher.high.frame({ isNamed: false }), now + 99)
    expect(receiver.got).toHaveLength(before)
    publisher.deliver(renewed.frame({ isNamed: false }), now + 132)
    expect(receiver.got).toHaveLength(before + 2)
  })
})

describe('a change of encoding', () => {
  test('waits for a keyframe, requested every 300 ms, while the old one goes on', () => {
    const { receiver, now } = settled()
    receiver.says({ loss: 0.3 }, now)
    const before = receiver.got.length
    const later = publisher.play(now, 40, noKeys)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(4)
    expect(receiver.got.slice(before).every(({ rid }) => rid === 'h')).toBe(true)
    expect(receiver.got.length - before).toBe(80)
    publisher.play(later, 30, keyFirst)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(4)
    expect(ridsOf(receiver.got)).toBe('lhl')
    expectUnbroken(receiver.got)
  })

  test('isn’t made for the load of a single second, as a keyframe brings it', () => {
    const { receiver, now } = settled()
    // Two packets of 28 bytes a frame are 13.6 kbit/s.
    receiver.says({ estimateBps: 24_000 }, now)
    const later = publisher.play(now, 30, () => ({ packets: 8 }))
    receiver.says({ estimateBps: 24_000 }, later)
    publisher.play(later, 30, noKeys)
    expect(receiver.forwarder.layer).toBe(1)
    const last = publisher.play(later, 60, () => ({ packets: 8 }))
    receiver.says({ estimateBps: 24_000 }, last)
    expect(receiver.forwarder.layer).toBe(0)
  })

  test('goes both ways without a gap', () => {
    const { receiver, now } = settled()
    receiver.says({ loss: 0.3 }, now)
    let later = publisher.play(now, 30, keyFirst)
    expect(receiver.rid).toBe('l')
    for (let second = 0; second < 12; second++) {
      receiver.says({ loss: 0, estimateBps: 3_000_000 }, later)
      later = publisher.play(later, 30, keyFirst)
    }
    expect(ridsOf(receiver.got)).toBe('lhlh')
    expectUnbroken(receiver.got)
  })

  test('needs no keyframe of an encoding that no receiver waits for', () => {
    const { receiver, now } = settled()
    const before = publisher.keyframesAskedOf(publisher.low)
    receiver.forwarder.requestKeyframe(now)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(before)
    publisher.play(now, 30, keyFirst)
    expect(ridsOf(receiver.got)).toBe('lh')
  })

  test('keeps both on the publisher’s clock, so that sound and picture stay in step', () => {
    const report = { packetCount: 0, octetCount: 0, ntpFraction: 0 }
    const { receiver, now } = settled()
    const { low, high, track } = publisher
    // Both were captured at the same instant, yet the lower one's next frame comes 20 ms late.
    track.receiveSenderReport({ ...report, ssrc: low.ssrc, ntpSeconds: 50, rtpTimestamp: low.timestamp }, now)
    track.receiveSenderReport(
      { ...report, ssrc: high.ssrc, ntpSeconds: 50, rtpTimestamp: high.timestamp },
      now,
    )
    const { timestamp } = receiver.got.at(-1) as Got
    receiver.says({ loss: 0.3 }, now)
    publisher.deliver(high.frame(), now)
    publisher.deliver(low.frame(), now)
    publisher.deliver(low.frame({ isKey: true }), now + frameMs + 20)
    expect(receiver.rid).toBe('l')
    expect(((receiver.got.at(-1)?.timestamp ?? 0) - timestamp) >>> 0).toBe(2 * frameTicks)
  })

  test('doesn’t believe clocks that are far apart', () => {
    const report = { packetCount: 0, octetCount: 0, ntpFraction: 0 }
    const { receiver, now } = settled()
    const { low, high, track } = publisher
    track.receiveSenderReport({ ...report, ssrc: low.ssrc, ntpSeconds: 50, rtpTimestamp: low.timestamp }, now)
    track.receiveSenderReport(
      { ...report, ssrc: high.ssrc, ntpSeconds: 4_000, rtpTimestamp: high.timestamp },
      now,
    )
    const { timestamp } = receiver.got.at(-1) as Got
    receiver.says({ loss: 0.3 }, now)
    publisher.deliver(low.frame({ isKey: true }), now)
    expect(receiver.rid).toBe('l')
    expect(((receiver.got.at(-1)?.timestamp ?? 0) - timestamp) >>> 0).toBe(frameMs * 90)
  })

  test('passes on the clock of the encoding that goes out, and of no other', () => {
    const report = { packetCount: 0, octetCount: 0, ntpSeconds: 50, ntpFraction: 0 }
    const { receiver, now } = settled()
    const { low, high, track } = publisher
    track.receiveSenderReport({ ...report, ssrc: low.ssrc, rtpTimestamp: low.timestamp }, now)
    expect(receiver.timing).toEqual([])
    track.receiveSenderReport({ ...report, ssrc: high.ssrc, rtpTimestamp: high.timestamp }, now)
    const rtpTimestamp = receiver.got.at(-1)?.timestamp
    expect(receiver.timing).toMatchObject([{ type: 'senderReport', report: { rtpTimestamp } }])
    receiver.says({ loss: 0.3 }, now)
    track.receiveSenderReport({ ...report, ssrc: low.ssrc, rtpTimestamp: low.timestamp }, now + 100)
    expect(receiver.timing).toHaveLength(1)
  })

  test('what is sent again afterwards carries the counters it was sent with', () => {
    const { receiver, now } = settled()
    receiver.says({ loss: 0.3 }, now)
    publisher.play(now, 10, keyFirst)
    const wanted = receiver.got.at(-3) as Got
    receiver.forwarder.retransmit([wanted.sequence], now + 500)
    expect(receiver.got.at(-1)).toEqual({ ...wanted, payloadType: 97 })
  })

  test('whose parameters were lost in H264 is repaired by another keyframe: they would come too late', () => {
    publisher = new LayeredPublisher('H264')
    const { receiver, now } = settled()
    receiver.says({ loss: 0.3 }, now)
    const before = receiver.got.length
    const later = publisher.play(now, 10, keyFirst)
    const [parameters, rest] = receiver.got.slice(before)
    expect(parameters?.rid).toBe('l')
    const requested = publisher.keyframesAskedOf(publisher.low)
    receiver.forwarder.retransmit([rest?.sequence ?? 0], later)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(requested)
    receiver.forwarder.retransmit([parameters?.sequence ?? 0], later)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(requested + 1)
  })

  test('paid time that ends in the middle of it stops both', () => {
    const gate = {
      isOpen: true,
      setsBitrate: true,
      passed: 0,
      pass: () => ++gate.passed > 0 && gate.isOpen,
      report: () => undefined,
    }
    const receiver = publisher.receiver(gate)
    receiver.forwarder.attach(publisher.track, 0)
    const now = publisher.play(0, 120, keyFirst)
    expect(gate.passed).toBe(receiver.got.length)
    receiver.says({ loss: 0.3 }, now)
    gate.isOpen = false
    const before = receiver.got.length
    const later = publisher.play(now, 30, keyFirst)
    expect(receiver.got).toHaveLength(before)
    gate.isOpen = true
    publisher.play(later, 30, keyFirst)
    expect(receiver.rid).toBe('l')
    expectUnbroken(receiver.got)
  })
})

describe('an encoding that its sender stops', () => {
  test('gives way to the one that arrives, and has its position again later', () => {
    const { receiver, now } = settled()
    const onlyLow = (rid: Rid, index: number) => (rid === 'l' ? { isKey: index % 10 === 0 } : null)
    const later = publisher.play(now, 40, onlyLow)
    expect(receiver.rid).toBe('l')
    receiver.says({}, later)
    publisher.play(later, 120, (_rid, index) => ({ isKey: index % 10 === 0 }))
    expect(ridsOf(receiver.got)).toBe('lhlh')
    expectUnbroken(receiver.got)
  })

  test('at the beginning doesn’t keep the receiver from the one that is there, nor costs a keyframe when it comes', () => {
    const receiver = publisher.receiver()
    receiver.forwarder.attach(publisher.track, 0)
    const now = publisher.play(0, 20, (rid, index) => (rid === 'l' ? { isKey: index === 0 } : null))
    expect(receiver.rid).toBe('l')
    publisher.play(now, 20, (rid, index) => ({ isKey: rid === 'h' && index === 0 }))
    expect(ridsOf(receiver.got)).toBe('lh')
    expect(publisher.keyframesAskedOf(publisher.low) + publisher.keyframesAskedOf(publisher.high)).toBe(0)
    expectUnbroken(receiver.got)
  })

  test('at the beginning isn’t waited for with a keyframe of the one that is there', () => {
    const receiver = publisher.receiver()
    receiver.forwarder.attach(publisher.track, 0)
    publisher.play(0, 20, (rid) => (rid === 'l' ? {} : null))
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(2)
  })

  test('isn’t missed by a receiver who joins when only the lower one is there', () => {
    const now = publisher.play(0, 30, (rid) => (rid === 'l' ? {} : null))
    const receiver = publisher.receiver()
    receiver.forwarder.attach(publisher.track, now)
    expect(publisher.keyframesAskedOf(publisher.low)).toBe(1)
    const later = publisher.play(now, 10, (rid, index) => (rid === 'l' ? { isKey: index === 3 } : null))
    expect(receiver.rid).toBe('l')
    publisher.play(later, 30, (_rid, index) => ({ isKey: index === 15 }))
    expect(ridsOf(receiver.got)).toBe('lh')
    expectUnbroken(receiver.got)
  })
})

describe('several receivers', () => {
  test('each get their own encoding, counters and all, from the same packets', () => {
    const receivers = [publisher.receiver(), publisher.receiver(), publisher.receiver()]
    for (const { forwarder } of receivers) forwarder.attach(publisher.track, 0)
    let now = publisher.play(0, 120, keyFirst)
    const [, second, third] = receivers
    second?.says({ loss: 0.3 }, now)
    now = publisher.play(now, 30, keyFirst)
    third?.says({ loss: 0.3 }, now)
    now = publisher.play(now, 30, keyFirst)
    expect(receivers.map(({ got }) => ridsOf(got))).toEqual(['lh', 'lhl', 'lhl'])
    for (const { got } of receivers) expectUnbroken(got)
  })

  test('a slow one with the lower encoding doesn’t hold back what the others get', () => {
    const good = publisher.receiver()
    const slow = publisher.receiver()
    for (const { forwarder } of [good, slow]) forwarder.attach(publisher.track, 0)
    let now = publisher.play(0, 60, keyFirst)
    for (let second = 0; second < 10; second++) {
      good.says({ estimateBps: 3_000_000 }, now)
      slow.says({ loss: 0.5, estimateBps: 50_000 }, now)
      now = publisher.play(now, 30, (_rid, index) => ({ isKey: index === 0, packets: 4 }))
    }
    expect([good.rid, slow.rid]).toEqual(['h', 'l'])
    expect(publisher.allowedBps().at(-1)).toBeGreaterThanOrEqual(1_000_000)
    slow.forwarder.detach()
    good.forwarder.detach()
    const before = good.got.length
    publisher.play(now, 10, keyFirst)
    expect(good.got).toHaveLength(before)
  })

  test('alone on a narrow connection, the publisher keeps to what can be tried next', () => {
    const { receiver, now } = settled()
    let later = now
    for (let second = 0; second < 3; second++) {
      receiver.says({ estimateBps: 1_000 }, later)
      later = publisher.play(later, 40, (_rid, index) => ({ isKey: index === 0, packets: 4 }))
    }
    expect(receiver.rid).toBe('l')
    expect(publisher.allowedBps().at(-1)).toBe(150_000)
  })
})

test('whatever comes when, every receiver gets one unbroken picture that begins with keyframes', () => {
  const event = fc.record({
    low: fc.option(fc.boolean(), { nil: null, freq: 8 }),
    high: fc.option(fc.boolean(), { nil: null, freq: 4 }),
    packets: fc.integer({ min: 1, max: 3 }),
    report: fc.option(fc.record({ loss: fc.constantFrom(0, 0.03, 0.5), estimateBps: fc.nat(2_000_000) }), {
      nil: null,
      freq: 5,
    }),
    restarts: fc.nat(60).map((each) => each === 0),
  })
  fc.assert(
    fc.property(fc.array(event, { minLength: 20, maxLength: 200 }), (events) => {
      const some = new LayeredPublisher()
      const receiver = some.receiver()
      receiver.forwarder.attach(some.track, 0)
      let high = some.high
      events.forEach(({ low: lowKey, high: highKey, packets, report, restarts }, index) => {
        const now = index * 60
        if (restarts) high = new Encoding('h', 20 + index)
        if (lowKey !== null) some.deliver(some.low.frame({ isKey: lowKey, packets }), now)
        if (highKey !== null) some.deliver(high.frame({ isKey: highKey, packets }), now + 5)
        if (report) receiver.says(report, now + 10)
        some.track.tick(now + 20)
        receiver.forwarder.tick(now + 20)
      })
      expectUnbroken(receiver.got)
    }),
    { numRuns: 300 },
  )
})

function rewriteSsrc(packet: Buffer, ssrc: number): Buffer {
  packet.writeUInt32BE(ssrc, 8)
  return packet
}
