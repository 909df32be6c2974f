import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReceiverFeedback } from '#adapters/media/embedded/rtp/receiver-feedback.ts'
import { RtcpIntake } from '#adapters/media/embedded/rtp/rtcp-intake.ts'
import { isRtcp, parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import {
  type NegotiatedCodec,
  negotiateLine,
  negotiatePublish,
  negotiateSubscribe,
  writeAnswer,
} from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'
import { isSignedWith, readCheck, withTiebreaker } from '#adapters/media/embedded/transport/stun.ts'
import { MediaRefused, offerBytesMax } from '#adapters/media/port.ts'
import { callOffer, lineOffer, subscriberTraits } from './offers.ts'
import { answerOf } from './support/answer-of.ts'
import { chromiumSimulcastOffer } from './support/chromium-simulcast-offer.ts'
import { answering } from './support/hostile-offers.ts'
import { datagramBytesMax, datagrams, rtcpPackets, rtpPackets } from './support/junk.ts'
import { mutated } from './support/mutations.ts'
import { largestNack, rtcpFloods } from './support/rtcp-packets.ts'
import { payloadTypes } from './support/rtp-client.ts'
import { workMsMax, workMsOf } from './support/work-of.ts'

/**
 * Nothing that one client sends occupies the media process for longer than 5 ms. How that is measured, and why it
 * doesn't depend on what else the machine does, is explained at `workMsOf`.
 */

const seed = 20_261_122

const { local, sources } = answering

describe('an offer', () => {
  const parseWhole = (offer: string): void => {
    const line = () => {
      const parsed = parseOffer(offer)
      const { publish, subscribe } = negotiateLine(parsed, ['audio', 'video'])
      const accepted = [...publish.accepted, ...subscribe.accepted]
      writeAnswer(
        parsed,
        local,
        accepted.map((each) => ({ accepted: each, outgoing: sources })),
      )
    }
    const oneWay = (negotiate: typeof negotiateSubscribe) => () =>
      answerOf(negotiate(parseOffer(offer), ['audio', 'video']), local, () => sources)
    for (const answer of [oneWay(negotiatePublish), oneWay(negotiateSubscribe), line]) {
      try {
        answer()
      } catch (error) {
        if (!(error instanceof MediaRefused)) throw error
      }
    }
  }
  const isShort = (offer: string): void => {
    expect(workMsOf(() => offer, parseWhole)).toBeLessThan(workMsMax)
  }
  const offers = [
    chromiumSimulcastOffer,
    callOffer('recvonly', subscriberTraits),
    lineOffer(subscriberTraits),
  ]

  test('that was changed anywhere', () => {
    const changed = fc.constantFrom(...offers).chain(mutated)
    fc.assert(fc.property(changed, isShort), { seed, numRuns: 1_000 })
  })

  test('with any of its lines as often as there is room', () => {
    const lines = offers.flatMap((offer) => offer.split('\r\n')).filter(Boolean)
    const repeated = fc
      .record({
        offer: fc.constantFrom(...offers),
        added: fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 4 }),
        times: fc.constantFrom(10, 100, 400, 1_000, 4_000),
        tail: fc.constantFrom('', ' ', ';', ' 96', ':', 'apt=96;', '~'),
        tailTimes: fc.constantFrom(0, 1, 50, 900, 30_000),
      })
      .map(({ offer, added, times, tail, tailTimes }) => {
        const line = `${added.join('\r\n')}${tail.repeat(tailTimes)}\r\n`
        const room = offerBytesMax - offer.length
        return offer + line.repeat(Math.max(1, Math.min(times, Math.floor(room / line.length))))
      })
    fc.assert(fc.property(repeated, isShort), { seed, numRuns: 500 })
  })

  test('with any of its words as often as there is room', () => {
    const repeated = fc
      .record({
        offer: fc.constantFrom(...offers),
        line: fc.nat(),
        word: fc.nat(),
        separator: fc.constantFrom(' ', ';', ':', ','),
        times: fc.constantFrom(10, 127, 1_000, 10_000),
      })
      .map(({ offer, line, word, separator, times }) => {
        const lines = offer.split('\r\n')
        const at = line % lines.length
        const words = (lines[at] ?? '').split(separator)
        const repeatedWord = words[word % words.length] ?? ''
        const longer = [...words, ...Array(times).fill(repeatedWord)].join(separator)
        return lines.with(at, longer).join('\r\n')
      })
    fc.assert(fc.property(repeated, isShort), { seed, numRuns: 500 })
  })
})

const negotiated = (name: string): NegotiatedCodec => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no codec ${name}`)
  const payloadType = payloadTypes.vp8
  return { codec, payloadType, rtxPayloadType: payloadTypes.rtx, parameters: '', feedback: [] }
}

const layers = { rids: ['l', 'm', 'h'], extensions: { mid: 4, rid: 10, repairedRid: 11 } }
const publisherSsrc = 0x1111

/** A publisher's track in one encoding or in three, with every buffer full, and a receiver of it. */
const newTrack = (codec: string, simulcast: typeof layers | null) => {
  const track = new Track(negotiated(codec), simulcast, () => undefined)
  const forwarder = new Forwarder('video', [negotiated(codec)], openGate, () => undefined)
  forwarder.attach(track, 0)
  const deliver = (packet: Buffer, now: number) => {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (header) track.receive(packet, header, now)
  }
  const payload = Buffer.from(codec === 'VP8' ? '1000aaaa' : '6588aaaa', 'hex')
  for (let sequence = 0; sequence < 1_100; sequence++) {
    const packet = Buffer.concat([Buffer.alloc(12), Buffer.from('bede0001a0680000', 'hex'), payload])
    const fields = { payloadType: payloadTypes.vp8, marker: true, ssrc: publisherSsrc }
    writeRtpHeader(packet, { ...fields, sequence, timestamp: sequence * 3_000 })
    packet[0] = 0x90
    deliver(packet, sequence * 33)
  }
  return { track, forwarder, deliver, now: 1_100 * 33 }
}

const kinds: [name: string, codec: string, simulcast: typeof layers | null][] = [
  ['VP8', 'VP8', null],
  ['H264', 'H264', null],
  ['VP8 in three encodings', 'VP8', layers],
  ['H264 in three encodings', 'H264', layers],
]

describe.each(kinds)('RTP of %s', (_name, codec, simulcast) => {
  /** The largest of everything a header or a payload may hold. */
  const largest = (): Buffer[] => {
    const whole = (fill: number) => Buffer.alloc(datagramBytesMax, fill)
    const extension = (profile: number, fill: number, payloadType: number) => {
      const packet = whole(fill)
      writeRtpHeader(packet, { payloadType, marker: false, sequence: 1_101, timestamp: 0, ssrc: 0x9999 })
      packet[0] = 0x90
      packet.writeUInt16BE(profile, 12)
      packet.writeUInt16BE(Math.floor((datagramBytesMax - 20) / 4), 14)
      return packet
    }
    const units = (fill: number, sequence: number) => {
      const packet = whole(fill)
      const fields = { payloadType: payloadTypes.vp8, marker: false, timestamp: 0, ssrc: publisherSsrc }
      writeRtpHeader(packet, { ...fields, sequence })
      packet[12] = 24
      return packet
    }
    return [
      ...[0, 0x10, 0x0f].flatMap((fill) => [
        extension(0xbede, fill, payloadTypes.vp8),
        extension(0x1000, fill, payloadTypes.vp8),
        extension(0xbede, fill, payloadTypes.rtx),
      ]),
      units(0, 1_102),
      units(0, 1_300),
      units(0xff, 1_301),
      units(0, 40_000),
      units(0, 40_001),
    ]
  }

  test('whatever it is', () => {
    const { track, deliver, now } = newTrack(codec, simulcast)
    const packets = fc.oneof(
      rtpPackets([publisherSsrc, publisherSsrc, 0x2222]),
      fc.constantFrom(...largest()),
    )
    // Ahead of each other by as much as is asked for again, so that as many as possible are missing.
    const jump = fc.constantFrom(0, 1, 2, 250, 257, 2_999, 3_001)
    let sequence = 1_100
    let at = now
    fc.assert(
      fc.property(packets, jump, (packet, distance) => {
        sequence = (sequence + distance) & 0xffff
        at += 7
        if (packet.length >= 4) packet.writeUInt16BE(sequence, 2)
        const work = (each: Buffer) => {
          deliver(each, at)
          track.tick(at)
        }
        expect(workMsOf(() => Buffer.from(packet), work)).toBeLessThan(workMsMax)
      }),
      { seed, numRuns: 700 },
    )
    track.close()
  })
})

describe('RTCP of a receiver', () => {
  const newReceiver = () => {
    const { track, forwarder, now } = newTrack('VP8', layers)
    const feedback = new ReceiverFeedback(new Map([['video', forwarder]]))
    return { track, feedback, now, ssrc: forwarder.sources.ssrc }
  }

  test('whatever it is', () => {
    const { track, feedback, now, ssrc } = newReceiver()
    const packets = fc.oneof(
      rtcpPackets([ssrc, ssrc, 0x2222]),
      fc.constantFrom(...Object.values(rtcpFloods(ssrc))),
    )
    let at = now
    fc.assert(
      fc.property(packets, (packet) => {
        at += 1_000
        expect(
          workMsOf(
            () => packet,
            (each) => feedback.receive(each, at),
          ),
        ).toBeLessThan(workMsMax)
      }),
      { seed, numRuns: 1_000 },
    )
    track.close()
  })

  test.each(Object.keys(rtcpFloods(0)))('%s, as large as a datagram can be', (name) => {
    const { track, feedback, now, ssrc } = newReceiver()
    const part = rtcpFloods(ssrc)[name] ?? Buffer.alloc(0)
    const packet = Buffer.concat(Array(Math.floor(datagramBytesMax / part.length)).fill(part))
    expect(
      workMsOf(
        () => packet,
        (each) => feedback.receive(each, now),
      ),
    ).toBeLessThan(workMsMax)
    track.close()
  })

  /** The sum of one second; without bounds each of these packets took up to a millisecond. */
  test.each(Object.keys(rtcpFloods(0)))('%s, 2,000 times a second', (name) => {
    const { track, feedback, now, ssrc } = newReceiver()
    const same = rtcpFloods(ssrc)[name] ?? Buffer.alloc(0)
    const packets = Array.from({ length: 2_000 }, (_, index) =>
      name === 'NACK' ? largestNack(ssrc, index * 31) : same,
    )
    let at = now
    const receiveAll = () => {
      for (const packet of packets) {
        at += 0.5
        feedback.receive(packet, at)
      }
    }
    expect(workMsOf(() => null, receiveAll, 50)).toBeLessThan(50)
    track.close()
  })
})

test('RTCP of a publisher', () => {
  const { track, now } = newTrack('VP8', layers)
  const intake = new RtcpIntake()
  let at = now
  const receive = (packet: Buffer) => {
    for (const message of intake.read(packet, at)) {
      if (message.type === 'senderReport') track.receiveSenderReport(message.report, at)
    }
  }
  const floods = Object.values(rtcpFloods(publisherSsrc))
  fc.assert(
    fc.property(fc.oneof(rtcpPackets([publisherSsrc]), fc.constantFrom(...floods)), (packet) => {
      at += 1_000
      expect(workMsOf(() => packet, receive)).toBeLessThan(workMsMax)
    }),
    { seed, numRuns: 1_000 },
  )
  track.close()
})

describe('a datagram of STUN, DTLS or neither', () => {
  const password = 'serverPasswordOf24charact'
  /** What the port for relays does with it; everything else of STUN and DTLS is the library's. */
  const receive = (datagram: Buffer): void => {
    const check = readCheck(datagram)
    if (!check) return
    isSignedWith(datagram, check, password)
    withTiebreaker(datagram, check, 1n, password)
  }
  const isShort = (datagram: Buffer): void => {
    expect(workMsOf(() => datagram, receive)).toBeLessThan(workMsMax)
  }

  test('whatever it is', () => {
    fc.assert(fc.property(datagrams(['serv:clie', 'a:b']), isShort), { seed, numRuns: 1_500 })
  })

  const attributes = (type: number, valueBytes: number, fill: number, bytes: number): Buffer => {
    const attribute = Buffer.alloc(4 + valueBytes, fill)
    attribute.writeUInt16BE(type, 0)
    attribute.writeUInt16BE(valueBytes, 2)
    const body = Buffer.concat(Array(Math.floor((bytes - 20) / attribute.length)).fill(attribute))
    const header = Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)])
    header.writeUInt16BE(body.length & 0xffff, 2)
    return Buffer.concat([header, body])
  }

  test.each([
    ['attributes without content', 0x8022, 0, 0],
    ['user names without content', 0x0006, 0, 0],
    ['user names of colons', 0x0006, 400, 0x3a],
    ['one user name of colons', 0x0006, 1_400, 0x3a],
    ['tiebreakers', 0x802a, 8, 0],
    ['signatures', 0x0008, 20, 0],
  ] as const)('%s, as large as it can be', (_name, type, valueBytes, fill) => {
    for (const bytes of [1_500, 9_000, datagramBytesMax]) isShort(attributes(type, valueBytes, fill, bytes))
  })
})
