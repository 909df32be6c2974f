import { describe, expect, test } from 'vitest'
import type { RtcpMessage } from '#adapters/media/embedded/rtp/rtcp.ts'
import {
  RtcpIntake,
  rtcpPacketsPerSecondMax,
  sequencesPerSecondMax,
} from '#adapters/media/embedded/rtp/rtcp-intake.ts'
import { largestNack, rtcpFloods, rtcpPart } from './support/rtcp-packets.ts'

const ssrc = 0x0a0b0c0d

const entriesOf = (message: RtcpMessage): number => {
  if (message.type === 'nack') return message.sequences.length
  if (message.type === 'receiverReport') return message.blocks.length
  return message.type === 'bitrateEstimate' ? message.ssrcs.length + 1 : 1
}
const entries = (messages: readonly RtcpMessage[]) =>
  messages.reduce((sum, message) => sum + entriesOf(message), 0)

describe('what one client says in RTCP', () => {
  test('is read as long as it is what a person’s client says', () => {
    const intake = new RtcpIntake()
    const nack = rtcpPart(205, 1, Buffer.from('000000010a0b0c0d00050001', 'hex'))
    for (let now = 0; now < 10_000; now += 20) {
      expect(intake.read(nack, now)).toEqual([{ type: 'nack', ssrc, sequences: [5, 6] }])
    }
  })

  test('is read for so many packets a second', () => {
    const intake = new RtcpIntake()
    const { PLI } = rtcpFloods(ssrc)
    if (!PLI) throw new Error('no picture loss')
    const readIn = (fromMs: number) =>
      Array.from({ length: 5_000 }, (_, index) => intake.read(PLI, fromMs + index / 5)).filter(
        (messages) => messages.length > 0,
      ).length
    expect(readIn(0)).toBeLessThan(2 * rtcpPacketsPerSecondMax + 1)
    expect(readIn(1_000)).toBeLessThan(rtcpPacketsPerSecondMax + 2)
    expect(intake.read(PLI, 10_000)).not.toHaveLength(0)
  })

  test('limits the packets requested again per second, counted before they are looked up', () => {
    const intake = new RtcpIntake()
    const requestsFor = (count: number, fromMs: number) =>
      Array.from({ length: count }, (_, index) =>
        entries(intake.read(largestNack(ssrc, index * 7), fromMs + (index * 1_000) / count)),
      ).reduce((sum, each) => sum + each, 0)
    expect(requestsFor(150, 0)).toBeLessThan(2 * sequencesPerSecondMax + 1)
    expect(requestsFor(150, 1_000)).toBeLessThan(sequencesPerSecondMax + 2)
  })

  test('keeps the first of too many sequences', () => {
    const [message] = new RtcpIntake().read(largestNack(ssrc), 0)
    expect(message).toEqual({
      type: 'nack',
      ssrc,
      sequences: Array.from({ length: sequencesPerSecondMax }, (_, index) => index),
    })
  })

  test('still reports how much arrives when it has requested too much', () => {
    const intake = new RtcpIntake()
    const report = rtcpFloods(ssrc)['receiver report'] ?? Buffer.alloc(0)
    for (let index = 0; index < 10; index++) intake.read(largestNack(ssrc), 0)
    expect(intake.read(largestNack(ssrc), 1)).toEqual([])
    expect(intake.read(report, 1)).toMatchObject([{ type: 'receiverReport' }])
  })

  test.each(Object.entries(rtcpFloods(ssrc)))('as %s is little for each packet', (name, packet) => {
    const said = new RtcpIntake().read(packet, 0)
    expect(said.length).toBeLessThanOrEqual(31)
    expect(entries(said)).toBeLessThanOrEqual(name === 'NACK' ? sequencesPerSecondMax : 32)
  })
})
