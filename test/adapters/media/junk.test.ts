import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startsKeyframe } from '#adapters/media/embedded/rtp/keyframe.ts'
import { parseRtcp, type RtcpMessage } from '#adapters/media/embedded/rtp/rtcp.ts'
import {
  isRtcp,
  parseRtp,
  readTextExtension,
  unwrapRetransmission,
  writeRtpHeader,
} from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'
import { rtcpPackets, rtpPackets } from './support/junk.ts'
import { payloadTypes } from './support/rtp-client.ts'

const seed = 20_261_121
const usualSsrc = 0x1111
const publisherSsrcs = [...Array(20).fill(usualSsrc), 0x2222, 0x3333]
const anything = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))
const rtp = fc.oneof(anything, rtpPackets(publisherSsrcs))
const rtcp = (ssrcs: number[]) => fc.oneof(anything, rtcpPackets(ssrcs))

const negotiated = (name: string, own = payloadTypes.vp8): NegotiatedCodec => {
  const codec = codecs.find((each) => each.name === name)
  if (!codec) throw new Error(`no codec ${name}`)
  return { codec, payloadType: own, rtxPayloadType: payloadTypes.rtx, parameters: '', feedback: [] }
}

describe('whatever bytes come', () => {
  test('an RTP header that is read lies within its packet', () => {
    fc.assert(
      fc.property(rtp, fc.nat(255), (packet, identifier) => {
        const header = parseRtp(packet)
        if (!header) return
        expect(header.payloadStart).toBeGreaterThanOrEqual(12)
        expect(header.payloadEnd).toBeGreaterThanOrEqual(header.payloadStart)
        expect(header.payloadEnd).toBeLessThanOrEqual(packet.length)
        const again = unwrapRetransmission(packet, header)
        if (again) expect(again.payloadStart).toBeLessThanOrEqual(again.payloadEnd)
        expect((readTextExtension(packet, identifier) ?? '').length).toBeLessThanOrEqual(255)
        const payload = packet.subarray(header.payloadStart, header.payloadEnd)
        for (const codec of ['VP8', 'H264'] as const) startsKeyframe(codec, payload)
      }),
      { seed, numRuns: 3_000 },
    )
  })

  test('RTCP says no more than it has bytes for', () => {
    const weight = (message: RtcpMessage): number => {
      if (message.type === 'nack') return message.sequences.length
      if (message.type === 'bitrateEstimate') return message.ssrcs.length + 1
      return message.type === 'receiverReport' ? message.blocks.length : 1
    }
    fc.assert(
      fc.property(rtcp(publisherSsrcs), (packet) => {
        const said = parseRtcp(packet).reduce((sum, message) => sum + weight(message), 0)
        // Four bytes of a NACK name 17 packets (RFC 4585, 6.2.1).
        expect(said).toBeLessThanOrEqual((packet.length / 4) * 17)
      }),
      { seed, numRuns: 3_000 },
    )
  })
})

describe('what a publisher and a receiver send, however wrong', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const simulcast = { rids: ['l', 'h'], extensions: { mid: 1, rid: 2, repairedRid: 3 } }

  test.each([
    ['one encoding of VP8', 'VP8', null],
    ['two encodings of VP8', 'VP8', simulcast],
    ['H264', 'H264', null],
  ] as const)(
    'makes the server send well-formed packets of its own and no flood: %s',
    (_name, codec, layers) => {
      const feedback: Buffer[] = []
      const sent: Buffer[] = []
      const track = new Track(negotiated(codec), layers, (packet) => feedback.push(Buffer.from(packet)))
      const formats = [negotiated(codec, 120)]
      const forwarder = new Forwarder('video', formats, openGate, (packet) => sent.push(Buffer.from(packet)))
      forwarder.attach(track, 0)
      const own = [forwarder.sources.ssrc, forwarder.sources.rtxSsrc]
      let now = 0
      let sequence = 0

      const good = (isKeyframe: boolean): Buffer => {
        const extension = layers ? Buffer.from('bede0001206c0000', 'hex') : Buffer.alloc(0)
        const payload = Buffer.from(
          codec === 'VP8' ? (isKeyframe ? '1000aaaa' : '1001aaaa') : isKeyframe ? '6588' : '419a',
          'hex',
        )
        const packet = Buffer.concat([Buffer.alloc(12), extension, payload])
        const timestamp = Math.round(now * 90)
        writeRtpHeader(packet, {
          payloadType: payloadTypes.vp8,
          marker: true,
          sequence,
          timestamp,
          ssrc: usualSsrc,
        })
        if (layers) packet[0] = 0x90
        return packet
      }
      /** Around the good ones: a source ignores anything else. */
      const near = (packet: Buffer): Buffer => {
        if (packet.length >= 4) packet.writeUInt16BE((packet.readUInt16BE(2) + sequence) & 0xffff, 2)
        return packet
      }

      const fromPublisher = (packet: Buffer) => {
        const header = isRtcp(packet) ? null : parseRtp(packet)
        if (header) track.receive(packet, header, now)
        for (const message of parseRtcp(packet)) {
          if (message.type === 'senderReport') track.receiveSenderReport(message.report, now)
        }
      }
      const fromReceiver = (packet: Buffer) => {
        for (const message of parseRtcp(packet)) {
          if (message.type === 'nack') forwarder.retransmit(message.sequences, now)
          if (message.type === 'keyframeRequest') forwarder.requestKeyframe(now)
          if (message.type === 'bitrateEstimate') forwarder.receiveEstimate(message.bitsPerSecond, now)
          if (message.type === 'receiverReport') {
            for (const block of message.blocks) forwarder.receiveReport(block, now)
          }
        }
      }
      const step = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.boolean().map((isKeyframe) => () => {
            sequence = (sequence + 1) & 0xffff
            fromPublisher(good(isKeyframe))
          }),
        },
        { weight: 4, arbitrary: rtp.map((packet) => () => fromPublisher(near(packet))) },
        { weight: 1, arbitrary: rtcp(publisherSsrcs).map((packet) => () => fromPublisher(packet)) },
        { weight: 2, arbitrary: rtcp(own).map((packet) => () => fromReceiver(packet)) },
      )
      let forwarded = 0
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), fc.nat(400), (work, pauseMs) => {
          now += pauseMs
          for (const each of work) each()
          track.tick(now)
          forwarder.tick(now)
          vi.advanceTimersByTime(pauseMs)
          // Each packet goes on once; besides there are retransmissions and a report of each source.
          expect(sent.length).toBeLessThanOrEqual(work.length + 300 + 2)
          expect(feedback.length).toBeLessThanOrEqual(work.length * 3 + 40)
          forwarded += sent.length
          for (const packet of sent) {
            const header = isRtcp(packet) ? null : parseRtp(packet)
            if (header) expect(own).toContain(header.ssrc)
            else expect(parseRtcp(packet)).toHaveLength(1)
          }
          for (const packet of feedback) {
            expect(parseRtcp(packet).length).toBeGreaterThan(0)
            expect(packet.length).toBeLessThan(1_500)
          }
          sent.length = 0
          feedback.length = 0
        }),
        { seed, numRuns: 1_000 },
      )
      expect(forwarded).toBeGreaterThan(1_000)
      track.close()
    },
  )

  test('a flood of sender reports is passed on as what a browser would send', () => {
    const sent: Buffer[] = []
    const track = new Track(negotiated('VP8'), null, () => undefined)
    const forwarder = new Forwarder('video', [negotiated('VP8', 120)], openGate, (packet) =>
      sent.push(packet),
    )
    forwarder.attach(track, 0)
    const packet = Buffer.from('80600001000000010000111110000000', 'hex')
    const header = parseRtp(packet)
    if (!header) throw new Error('no packet')
    track.receive(packet, header, 0)
    expect(sent).toHaveLength(1)
    const report = {
      ssrc: header.ssrc,
      ntpSeconds: 1,
      ntpFraction: 2,
      rtpTimestamp: 3,
      packetCount: 4,
      octetCount: 5,
    }
    for (let now = 0; now < 1_000; now++) track.receiveSenderReport(report, now)
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.length).toBeLessThanOrEqual(1 + 20)
  })
})
