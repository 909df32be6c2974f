import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, wrapRetransmission, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

const negotiated = (name: string, payloadType: number, rtxPayloadType: number | null): NegotiatedCodec => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no codec ${name}`)
  return { codec, payloadType, rtxPayloadType, parameters: '', feedback: [] }
}

const keyframe = Buffer.from('1000aaaa', 'hex')
const interframe = Buffer.from('1001bbbb', 'hex')
const publisherSsrc = 0x11111111

interface Sent {
  payloadType: number
  sequence: number
  timestamp: number
  ssrc: number
  payload: string
}

/** A publisher of VP8 (or another codec) and the feedback it gets. */
const newPublisher = (codec = negotiated('VP8', 96, 97)) => {
  const feedback: Buffer[] = []
  const track = new Track(codec, null, (packet) => feedback.push(packet))
  const deliver = (packet: Buffer, now: number) => {
    const header = parseRtp(packet)
    if (header) track.receive(packet, header, now)
  }
  const packetOf = (
    sequence: number,
    payload: Buffer,
    ssrc = publisherSsrc,
    timestamp = sequence * 3_000,
  ) => {
    const packet = Buffer.concat([Buffer.alloc(12), payload])
    writeRtpHeader(packet, { payloadType: codec.payloadType, marker: false, sequence, timestamp, ssrc })
    return packet
  }
  return {
    track,
    packetOf,
    deliver,
    send: (sequence: number, payload = interframe, now = sequence * 33, ssrc = publisherSsrc) =>
      deliver(packetOf(sequence, payload, ssrc), now),
    asked: () => feedback.flatMap((packet) => parseRtcp(packet)),
    keyframesAsked: () =>
      feedback.flatMap((packet) => parseRtcp(packet)).filter(({ type }) => type === 'keyframeRequest').length,
  }
}

const newReceiver = (
  gate = openGate,
  formats = [negotiated('VP8', 120, 121), negotiated('H264', 122, null)],
) => {
  const packets: Sent[] = []
  const reports: ReturnType<typeof parseRtcp> = []
  const forwarder = new Forwarder('video', formats, gate, (packet) => {
    if (isRtcp(packet)) {
      reports.push(...parseRtcp(packet))
      return
    }
    const header = parseRtp(packet)
    if (!header) throw new Error('a malformed packet was sent')
    const { payloadType, sequence, timestamp, ssrc } = header
    packets.push({ payloadType, sequence, timestamp, ssrc, payload: packet.subarray(12).toString('hex') })
  })
  return { forwarder, packets, reports }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what a receiver gets', () => {
  test('begins with a keyframe, under the receiver’s payload type and one SSRC of the server', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10)
    publisher.send(11, keyframe)
    publisher.send(12)
    expect(packets.map(({ payload }) => payload)).toEqual(['1000aaaa', '1001bbbb'])
    expect(packets.every(({ payloadType }) => payloadType === 120)).toBe(true)
    expect(new Set(packets.map(({ ssrc }) => ssrc))).toEqual(new Set([forwarder.sources.ssrc]))
    expect(forwarder.sources.ssrc).not.toBe(publisherSsrc)
  })

  test('begins with a keyframe that has just been, so that a newcomer need not wait for another one', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    publisher.send(10, keyframe, 1_000)
    publisher.send(11, interframe, 1_033)
    forwarder.attach(publisher.track, 1_050)
    publisher.send(12, interframe, 1_066)
    expect(packets.map(({ payload }) => payload)).toEqual(['1000aaaa', '1001bbbb', '1001bbbb'])
    expect(packets.map(({ sequence }) => sequence - (packets[0]?.sequence ?? 0))).toEqual([0, 1, 2])
    expect(publisher.keyframesAsked()).toBe(0)
  })

  test.each([
    [
      'too long ago',
      [
        [10, 1_000],
        [11, 1_400],
        [12, 1_700],
      ],
      1_650,
    ],
    [
      'followed by a gap',
      [
        [10, 1_000],
        [12, 1_066],
        [13, 1_100],
      ],
      1_080,
    ],
  ] as const)('waits for the next keyframe when the last one is %s', (_name, sent, attachedAt) => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    const [first, second, third] = sent
    publisher.send(first[0], keyframe, first[1])
    publisher.send(second[0], interframe, second[1])
    forwarder.attach(publisher.track, attachedAt)
    publisher.send(third[0], interframe, third[1])
    expect(packets).toEqual([])
    expect(publisher.keyframesAsked()).toBe(1)
  })

  test('header extensions and contributors stay behind', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    const plain = publisher.packetOf(10, keyframe)
    const extended = Buffer.concat([plain.subarray(0, 12), Buffer.from('bede000110ff0000', 'hex'), keyframe])
    extended[0] = 0x90
    publisher.deliver(extended, 0)
    expect(packets[0]?.payload).toBe('1000aaaa')
  })

  test('a packet that was lost on the way in takes its place when it is sent again', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    publisher.send(12)
    expect(publisher.asked()).toContainEqual({ type: 'nack', ssrc: publisherSsrc, sequences: [11] })
    const lost = publisher.packetOf(11, interframe)
    const again = wrapRetransmission(lost, 11, {
      payloadType: 97,
      marker: false,
      sequence: 1,
      timestamp: 33_000,
      ssrc: 0x22222222,
    })
    publisher.deliver(again, 500)
    const first = packets[0]?.sequence ?? 0
    expect(packets.map(({ sequence }) => (sequence - first) & 0xffff)).toEqual([0, 2, 1])
  })

  test('a packet that comes twice is passed on once', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    publisher.send(10, keyframe)
    expect(packets).toHaveLength(1)
  })

  test('another publisher goes on where the last one stopped, from a keyframe', () => {
    const { forwarder, packets } = newReceiver()
    const first = newPublisher()
    forwarder.attach(first.track, 0)
    first.send(10, keyframe, 0)
    first.send(11, interframe, 33)
    const second = newPublisher(negotiated('H264', 108, null))
    forwarder.attach(second.track, 100)
    second.deliver(second.packetOf(50_000, Buffer.from('419a', 'hex'), 0x33333333, 4_000_000_000), 1_000)
    second.deliver(second.packetOf(50_001, Buffer.from('6588', 'hex'), 0x33333333, 4_000_000_000), 1_033)
    const [, before, after] = packets
    expect(after?.payloadType).toBe(122)
    expect(((after?.sequence ?? 0) - (before?.sequence ?? 0)) & 0xffff).toBe(1)
    // One second later on the receiver's clock of 90 kHz.
    expect(((after?.timestamp ?? 0) - (before?.timestamp ?? 0)) >>> 0).toBe(90_000)
  })

  test('a source that restarts under another SSRC leaves no gap either', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    publisher.deliver(publisher.packetOf(9_000, keyframe, 0x44444444), 1_000)
    expect(((packets[1]?.sequence ?? 0) - (packets[0]?.sequence ?? 0)) & 0xffff).toBe(1)
  })

  test('the publisher’s clock, moved to the receiver’s timestamps', () => {
    const publisher = newPublisher()
    const { forwarder, packets, reports } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    const report = { ntpSeconds: 5, ntpFraction: 6, packetCount: 7, octetCount: 8 }
    publisher.track.receiveSenderReport({ ssrc: publisherSsrc, rtpTimestamp: 30_090, ...report }, 0)
    const rtpTimestamp = ((packets[0]?.timestamp ?? 0) + 90) >>> 0
    expect(reports).toEqual([
      { type: 'senderReport', report: { ssrc: forwarder.sources.ssrc, rtpTimestamp, ...report } },
    ])
  })
})

describe('what a receiver requests again', () => {
  test('is sent as a retransmission of exactly that packet', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    publisher.send(11)
    const wanted = packets[0]?.sequence ?? 0
    forwarder.retransmit([wanted], 400)
    expect(packets[2]).toMatchObject({ payloadType: 121, ssrc: forwarder.sources.rtxSsrc })
    expect(packets[2]?.payload).toBe(`${wanted.toString(16).padStart(4, '0')}1000aaaa`)
  })

  test('is nothing that was never sent to this receiver', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    publisher.send(9, keyframe)
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    const first = packets[0]?.sequence ?? 0
    forwarder.retransmit([(first - 1) & 0xffff, (first + 1) & 0xffff, (first + 1_024) & 0xffff], 400)
    expect(packets).toHaveLength(1)
  })

  test('is nothing from before the receiver’s paid time ended', () => {
    const publisher = newPublisher()
    const gate = { isOpen: true, setsBitrate: true, pass: () => gate.isOpen, report: () => undefined }
    const { forwarder, packets } = newReceiver(gate)
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    gate.isOpen = false
    publisher.send(11)
    const first = packets[0]?.sequence ?? 0
    forwarder.retransmit([first, first + 1], 400)
    expect(packets).toHaveLength(1)
  })

  test('is bounded', () => {
    const publisher = newPublisher()
    const { forwarder, packets } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe, 0)
    const wanted = packets[0]?.sequence ?? 0
    forwarder.retransmit(Array(1_000).fill(wanted), 10)
    expect(packets.length).toBeLessThanOrEqual(301)
  })
})

describe('paid time', () => {
  test('stops the packets at once; more of it starts them at the next keyframe, without a gap', () => {
    const publisher = newPublisher()
    const gate = { isOpen: true, setsBitrate: true, pass: () => gate.isOpen, report: () => undefined }
    const { forwarder, packets } = newReceiver(gate)
    forwarder.attach(publisher.track, 0)
    publisher.send(10, keyframe)
    gate.isOpen = false
    publisher.send(11)
    publisher.send(12, keyframe)
    gate.isOpen = true
    publisher.send(13)
    publisher.send(14, keyframe)
    expect(packets).toHaveLength(2)
    expect(((packets[1]?.sequence ?? 0) - (packets[0]?.sequence ?? 0)) & 0xffff).toBe(1)
    expect(((packets[1]?.timestamp ?? 0) - (packets[0]?.timestamp ?? 0)) >>> 0).toBe(4 * 3_000)
  })
})

describe('asking the publisher for a keyframe', () => {
  test('happens at most every 300 ms, and goes on until one begins', () => {
    const publisher = newPublisher()
    const { forwarder } = newReceiver()
    publisher.send(0, interframe, 0)
    forwarder.attach(publisher.track, 0)
    for (let now = 10; now <= 900; now += 10) publisher.send(now / 10, interframe, now)
    expect(publisher.keyframesAsked()).toBe(4)
    publisher.send(100, keyframe, 910)
    for (let now = 920; now <= 2_000; now += 10) publisher.send(now / 10 + 100, interframe, now)
    expect(publisher.keyframesAsked()).toBe(4)
  })

  test('isn’t dropped when the receiver requests it too soon after the last time', () => {
    const publisher = newPublisher()
    const { forwarder } = newReceiver()
    publisher.send(0, interframe, 0)
    forwarder.attach(publisher.track, 0)
    publisher.send(1, keyframe, 50)
    forwarder.requestKeyframe(100)
    expect(publisher.keyframesAsked()).toBe(1)
    publisher.send(2, interframe, 300)
    expect(publisher.keyframesAsked()).toBe(2)
  })

  test('is sent as soon as the publisher’s packets come, when the receiver was there first', () => {
    const publisher = newPublisher()
    const { forwarder } = newReceiver()
    forwarder.attach(publisher.track, 0)
    expect(publisher.keyframesAsked()).toBe(0)
    publisher.send(1, interframe, 50)
    expect(publisher.keyframesAsked()).toBe(1)
  })
})

describe('reports to the publisher', () => {
  const bitrates = (asked: ReturnType<typeof parseRtcp>) =>
    asked.flatMap((message) => (message.type === 'bitrateEstimate' ? [message.bitsPerSecond] : []))

  test('come with the first packet, and the bitrate falls when the receiver loses packets', () => {
    const publisher = newPublisher()
    const { forwarder } = newReceiver()
    forwarder.attach(publisher.track, 0)
    publisher.send(1, keyframe, 0)
    publisher.track.tick(1_000)
    const { ssrc } = forwarder.sources
    const loss = { fractionLost: 0.5, cumulativeLost: 1, highestSequence: 2 }
    forwarder.receiveReport({ ssrc, ...loss, lastSenderReport: 0, delaySinceSenderReport: 0 }, 1_900)
    publisher.track.tick(2_000)
    const [first = 0, , last = 0] = bitrates(publisher.asked())
    expect(first).toBe(800_000)
    expect(last).toBe(600_000)
  })
})
