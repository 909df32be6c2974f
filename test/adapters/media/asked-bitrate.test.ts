import { expect, test } from 'vitest'
import { parseRtcp } from '#adapters/media/embedded/rtp/rtcp.ts'
import { isRtcp, parseRtp, writeRtpHeader } from '#adapters/media/embedded/rtp/rtp.ts'
import { codecs } from '#adapters/media/embedded/signaling/codecs.ts'
import type { NegotiatedCodec } from '#adapters/media/embedded/signaling/negotiate.ts'
import { Forwarder, openGate } from '#adapters/media/embedded/tracks/forwarder.ts'
import { Track } from '#adapters/media/embedded/tracks/track.ts'

const packetBytes = 1_200
const timestampsPerMs = 90

const vp8 = (): NegotiatedCodec => {
  const codec = codecs.find(({ name }) => name === 'VP8')
  if (!codec) throw new Error('no VP8')
  return { codec, payloadType: 96, rtxPayloadType: 97, parameters: '', feedback: [] }
}

/** A publisher that sends as much as it is asked to, and a receiver that reports each second, by the test's clock. */
const publisherAndReceiver = () => {
  let estimatedBps = 0
  let now = 0
  let sequence = 0
  let lost = 0
  let newest = 0
  const track = new Track(vp8(), null, (feedback) => {
    for (const message of parseRtcp(feedback))
      if (message.type === 'bitrateEstimate') estimatedBps = message.bitsPerSecond
  })
  const forwarder = new Forwarder('video', [vp8()], openGate, (packet) => {
    if (!isRtcp(packet)) newest = packet.readUInt16BE(2)
  })
  forwarder.attach(track, now)

  const send = () => {
    const packet = Buffer.alloc(packetBytes)
    const timestamp = Math.round(now * timestampsPerMs)
    writeRtpHeader(packet, { payloadType: 96, marker: true, sequence, timestamp, ssrc: 7 })
    packet[12] = 0x10
    packet[13] = sequence === 0 ? 0x00 : 0x01
    const header = parseRtp(packet)
    if (header) track.receive(packet, header, now)
    sequence += 1
  }
  /** @returns what the publisher is asked to send after so many seconds, bits per second */
  const pass = (seconds: number, lostShare: number): number => {
    for (let second = 0; second < seconds; second++) {
      const packets = Math.max(1, Math.round(estimatedBps / 8 / packetBytes))
      for (let each = 0; each < packets; each++) {
        now += 1_000 / packets
        send()
      }
      lost += Math.round(packets * lostShare)
      const timing = { lastSenderReport: 0, delaySinceSenderReport: 0 }
      const block = { ssrc: forwarder.sources.ssrc, fractionLost: lostShare, cumulativeLost: lost }
      forwarder.receiveReport({ ...block, highestSequence: newest, ...timing }, now)
      track.tick(now)
    }
    return estimatedBps
  }
  return { pass, close: () => track.close() }
}

test('a publisher is asked for less while its receiver loses packets, and for more when it recovers', () => {
  const { pass, close } = publisherAndReceiver()
  const clean = pass(10, 0)
  expect(clean).toBeGreaterThan(600_000)
  const low = pass(10, 0.25)
  expect(low).toBeLessThan(clean / 2)
  expect(pass(10, 0)).toBeGreaterThan(low * 1.2)
  close()
})
