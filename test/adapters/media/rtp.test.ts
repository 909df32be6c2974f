import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startsKeyframe } from '#adapters/media/embedded/rtp/keyframe.ts'
import {
  parseRtcp,
  writeBitrateEstimate,
  writeNack,
  writePictureLoss,
  writeReceiverReport,
  writeSenderReport,
} from '#adapters/media/embedded/rtp/rtcp.ts'
import {
  isRtcp,
  parseRtp,
  sequenceDistance,
  stripToPlainHeader,
  unwrapRetransmission,
  wrapRetransmission,
  writeRtpHeader,
} from '#adapters/media/embedded/rtp/rtp.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')

describe('RTP', () => {
  // Version 2, marker, payload type 96, sequence 0x1234, timestamp 0x00010002, SSRC 0x0a0b0c0d.
  const plain = hex('80 e0 1234 00010002 0a0b0c0d aabbcc')

  test('a plain header is read', () => {
    expect(parseRtp(plain)).toEqual({
      payloadType: 96,
      marker: true,
      sequence: 0x1234,
      timestamp: 0x00010002,
      ssrc: 0x0a0b0c0d,
      payloadStart: 12,
      payloadEnd: 15,
    })
  })

  test('contributors, an extension and padding are stepped over', () => {
    const packet = hex('b1 60 0001 00000000 00000001 00000002 bede0001 10ff0000 aabb 000003')
    expect(parseRtp(packet)).toMatchObject({ marker: false, payloadStart: 24, payloadEnd: 26 })
  })

  test.each([
    ['eleven bytes', '80600001000000000000'],
    ['another version', '40 60 0001 00000000 00000001'],
    ['contributors that aren’t there', '8f 60 0001 00000000 00000001'],
    ['an extension that isn’t there', '90 60 0001 00000000 00000001 bede'],
    ['an extension longer than the packet', '90 60 0001 00000000 00000001 bede00ff'],
    ['more padding than packet', 'a0 60 0001 00000000 00000001 ff'],
    ['padding of no length', 'a0 60 0001 00000000 00000001 00'],
  ])('%s is no packet', (_name, bytes) => {
    expect(parseRtp(hex(bytes))).toBeNull()
  })

  test('what is stripped has a plain header and the same payload', () => {
    const packet = hex('90 e0 1234 00010002 0a0b0c0d bede0001 10ff0000 aabbcc')
    const header = parseRtp(packet)
    if (!header) throw new Error('not read')
    const stripped = stripToPlainHeader(packet, header)
    writeRtpHeader(stripped, header)
    expect(stripped).toEqual(plain)
  })

  test('a retransmission carries the packet it repeats', () => {
    const fields = { payloadType: 97, marker: true, sequence: 7, timestamp: 0x00010002, ssrc: 99 }
    const wrapped = wrapRetransmission(plain, 0x1234, fields)
    const outer = parseRtp(wrapped)
    if (!outer) throw new Error('not read')
    const inner = unwrapRetransmission(wrapped, outer)
    expect(inner).toMatchObject({ sequence: 0x1234, timestamp: 0x00010002, marker: true })
    expect(wrapped.subarray(inner?.payloadStart, inner?.payloadEnd)).toEqual(hex('aabbcc'))
  })

  test('padding sent as a retransmission carries nothing', () => {
    const packet = hex('80 61 0007 00010002 00000063 12')
    const outer = parseRtp(packet)
    if (!outer) throw new Error('not read')
    expect(unwrapRetransmission(packet, outer)).toBeNull()
  })

  test('distances are measured on the circle', () => {
    expect(sequenceDistance(2, 0xffff)).toBe(3)
    expect(sequenceDistance(0xffff, 2)).toBe(-3)
  })

  test('no bytes make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const packet = Buffer.from(bytes)
        const header = parseRtp(packet)
        if (header) unwrapRetransmission(packet, header)
        isRtcp(packet)
        parseRtcp(packet)
        startsKeyframe('VP8', packet)
        startsKeyframe('H264', packet)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('RTCP', () => {
  test('a NACK requests packets and those that follow them', () => {
    const nack = writeNack(0x0a0b0c0d, [0xfffe, 0xffff, 0x0001, 0x0100])
    expect(nack).toEqual(hex('81 cd 0004 00000001 0a0b0c0d fffe0005 01000000'))
    expect(parseRtcp(nack)).toEqual([
      { type: 'nack', ssrc: 0x0a0b0c0d, sequences: [0xfffe, 0xffff, 0x0001, 0x0100] },
    ])
  })

  test('a picture loss and a full intra request ask for a keyframe', () => {
    expect(writePictureLoss(5)).toEqual(hex('81 ce 0002 00000001 00000005'))
    const fullIntra = hex('84 ce 0004 00000001 00000000 00000005 07000000')
    expect(parseRtcp(Buffer.concat([writePictureLoss(5), fullIntra]))).toEqual([
      { type: 'keyframeRequest', ssrc: 5 },
      { type: 'keyframeRequest', ssrc: 5 },
    ])
  })

  test('a bitrate estimate is written as others read it', () => {
    // 2,500,000 = 156,250 × 2⁴
    expect(writeBitrateEstimate([9], 2_500_000)).toEqual(
      hex('8f ce 0005 00000001 00000000 52454d42 01 12625a 00000009'),
    )
    expect(parseRtcp(writeBitrateEstimate([9], 100_000))).toEqual([
      { type: 'bitrateEstimate', bitsPerSecond: 100_000, ssrcs: [9] },
    ])
  })

  test('a sender report and the report blocks behind it are read', () => {
    const report = {
      ssrc: 3,
      ntpSeconds: 0x83aa7e80,
      ntpFraction: 0x80000000,
      rtpTimestamp: 90_000,
      packetCount: 10,
      octetCount: 1_000,
    }
    expect(parseRtcp(writeSenderReport(report))).toEqual([{ type: 'senderReport', report }])
  })

  test('a receiver report says what was lost, in 256ths', () => {
    const written = writeReceiverReport({
      ssrc: 3,
      fractionLost: 0.25,
      cumulativeLost: 70_000,
      extendedHighestSequence: 0x1_0005,
      jitter: 12.4,
      lastSenderReport: 0x7e808000,
      delaySinceSenderReport: 65_536,
    })
    expect(written).toEqual(hex('81 c9 0007 00000001 00000003 40 011170 00010005 0000000c 7e808000 00010000'))
    expect(parseRtcp(written)).toEqual([
      {
        type: 'receiverReport',
        blocks: [
          {
            ssrc: 3,
            fractionLost: 0.25,
            cumulativeLost: 70_000,
            highestSequence: 0x1_0005,
            lastSenderReport: 0x7e808000,
            delaySinceSenderReport: 65_536,
          },
        ],
      },
    ])
  })

  test.each([
    ['a length beyond the packet', '81 cd 00ff 00000001 00000005'],
    ['half a sender report', '80 c8 0002 00000001 00000005'],
    ['report blocks that aren’t there', '9f c9 0001 00000001'],
    ['an estimate without its numbers', '8f ce 0003 00000001 00000000 52454d42'],
  ])('%s is read as nothing', (_name, bytes) => {
    expect(parseRtcp(hex(bytes))).toEqual([])
  })
})

describe('where a picture begins', () => {
  test.each([
    ['a VP8 keyframe', 'VP8', '10 10 00', true],
    ['one with a long picture id', 'VP8', '90 80 8123 10', true],
    ['one with picture id, layers and key index', 'VP8', '90 f0 01 02 03 10', true],
    ['a VP8 frame that needs others', 'VP8', '10 11', false],
    ['the middle of a VP8 keyframe', 'VP8', '00 10', false],
    ['another partition', 'VP8', '11 10', false],
    ['an H264 parameter set', 'H264', '67 42e01f', true],
    ['an H264 keyframe', 'H264', '65 88', true],
    ['a parameter set in an aggregate', 'H264', '78 0002 0900 0002 6742', true],
    ['the first part of a keyframe', 'H264', '7c 85 88', true],
    ['its second part', 'H264', '7c 05 88', false],
    ['an H264 frame that needs others', 'H264', '41 9a', false],
    ['an aggregate cut short', 'H264', '78 00', false],
    ['nothing', 'H264', '', false],
  ] as const)('%s', (_name, codec, bytes, expected) => {
    expect(startsKeyframe(codec, hex(bytes))).toBe(expected)
  })
})
