import { expect, test } from 'vitest'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

const packets = 3_000
const packetEveryMs = 8
const keyframeEvery = 240

const vp8 = (): NegotiatedCodec => {
  const codec = codecs.find(({ name }) => name === 'VP8')
  if (!codec) throw new Error('no VP8')
  return { codec, payloadType: 96, rtxPayloadType: 97, parameters: '', feedback: [] }
}

/** Numbered behind the header of a VP8 frame. */
const packetOf = (index: number): Buffer => {
  const packet = Buffer.alloc(18)
  const fields = { payloadType: 96, marker: true, sequence: index & 0xffff, timestamp: index * 720, ssrc: 7 }
  writeRtpHeader(packet, fields)
  packet[12] = 0x10
  packet[13] = index % keyframeEvery === 0 ? 0x00 : 0x01
  packet.writeUInt32BE(index, 14)
  return packet
}

test('of two receivers one asks for everything again and for a new picture all the time; the other gets each packet once', () => {
  const requests: Buffer[] = []
  const track = new Track(vp8(), null, (packet) => requests.push(packet))
  const received: { index: number; sequence: number; ssrc: number }[] = []
  const good = new Forwarder('video', [vp8()], openGate, (packet) => {
    const header = isRtcp(packet) ? null : parseRtp(packet)
    if (header)
      received.push({ index: packet.readUInt32BE(14), sequence: header.sequence, ssrc: header.ssrc })
  })
  let sentToBad = 0
  let newest = 0
  const bad = new Forwarder('video', [vp8()], openGate, (packet) => {
    sentToBad += 1
    if (parseRtp(packet)?.payloadType === 96) newest = packet.readUInt16BE(2)
  })
  good.attach(track, 0)
  bad.attach(track, 0)
  for (let index = 0; index < packets; index++) {
    const now = index * packetEveryMs
    const packet = packetOf(index)
    const header = parseRtp(packet)
    if (header) track.receive(packet, header, now)
    bad.retransmit(
      Array.from({ length: 500 }, (_, age) => (newest - age) & 0xffff),
      now,
    )
    bad.requestKeyframe(now)
    const loss = { fractionLost: 0.9, cumulativeLost: 0, highestSequence: newest }
    const timing = { lastSenderReport: 0, delaySinceSenderReport: 0 }
    bad.receiveReport({ ssrc: bad.sources.ssrc, ...loss, ...timing }, now)
    bad.receiveEstimate(30_000, now)
  }
  expect(received.map(({ index }) => index)).toEqual(Array.from({ length: packets }, (_, index) => index))
  const [first] = received
  expect(
    received.every(({ sequence }, index) => sequence === (((first?.sequence ?? 0) + index) & 0xffff)),
  ).toBe(true)
  expect(new Set(received.map(({ ssrc }) => ssrc))).toEqual(new Set([good.sources.ssrc]))
  const seconds = (packets * packetEveryMs) / 1_000
  expect(sentToBad).toBeGreaterThan(packets + 200 * seconds)
  expect(sentToBad).toBeLessThanOrEqual(packets + 300 * (seconds + 1))
  const keyframes = requests
    .flatMap((packet) => parseRtcp(packet))
    .filter(({ type }) => type === 'keyframeRequest')
  expect(keyframes.length).toBeLessThanOrEqual((seconds * 1_000) / 300 + 1)
  track.close()
})
