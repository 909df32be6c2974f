import fc from 'fast-check'
import { payloadTypes } from './rtp-client.ts'

/** What no well-behaved client sends to a media server. Everything comes from seeds: a failing run can be repeated. */

const bytes = (minLength: number, maxLength: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array))

const u16 = fc.integer({ min: 0, max: 0xffff })
const u32 = fc.integer({ min: 0, max: 0xffff_ffff })
const oneOf = <Value>(...values: Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)

const in16 = (value: number): Buffer => {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16BE(value & 0xffff)
  return buffer
}
const in32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value >>> 0)
  return buffer
}

/** The largest payload of a UDP datagram over IPv4. */
export const datagramBytesMax = 65_507

const oversized: fc.Arbitrary<Buffer> = fc
  .tuple(oneOf(0x00, 0x01, 0x16, 0x17, 0x80, 0x90, 0xbf, 0xff), oneOf(2_000, 9_000, 40_000, datagramBytesMax))
  .map(([first, length]) => Buffer.alloc(length, first))

/** STUN (RFC 8489) with attributes whose lengths are false; some under names that the server knows. */
const stun = (userNames: readonly string[]): fc.Arbitrary<Buffer> => {
  const attribute = fc
    .record({
      // USERNAME, MESSAGE-INTEGRITY, ERROR-CODE, XOR-MAPPED-ADDRESS, PRIORITY, USE-CANDIDATE, SOFTWARE, FINGERPRINT …
      type: fc.oneof(
        oneOf(0x0006, 0x0008, 0x0009, 0x0020, 0x0024, 0x0025, 0x8022, 0x8028, 0x8029, 0x802a),
        u16,
      ),
      value: fc.oneof(
        bytes(0, 40),
        bytes(700, 900),
        fc.constantFrom(...userNames).map((name) => Buffer.from(name)),
      ),
      lie: oneOf(0, 0, 0, 1, -1, 4, 1_000, 0xffff),
    })
    .map(({ type, value, lie }) => {
      const padding = Buffer.alloc((4 - (value.length % 4)) % 4)
      return Buffer.concat([in16(type), in16(value.length + lie), value, padding])
    })
  return fc
    .record({
      type: fc.oneof(oneOf(0x0001, 0x0011, 0x0101, 0x0111, 0x0003, 0x0115), u16),
      cookie: oneOf(0x2112a442, 0x2112a442, 0x2112a442, 0),
      transaction: bytes(12, 12),
      attributes: fc.array(attribute, { maxLength: 12 }),
      lie: oneOf(0, 0, 0, 4, -4, 2_000, 0xffff),
    })
    .map(({ type, cookie, transaction, attributes, lie }) => {
      const body = Buffer.concat(attributes)
      return Buffer.concat([in16(type & 0x3fff), in16(body.length + lie), in32(cookie), transaction, body])
    })
}

/** DTLS records (RFC 6347) with handshakes of any kind whose lengths are false. */
const dtls: fc.Arbitrary<Buffer> = fc
  .record({
    contentType: fc.oneof(oneOf(20, 21, 22, 23), fc.integer({ min: 20, max: 63 })),
    version: oneOf(0xfeff, 0xfefd, 0xfefc, 0x0303),
    epoch: oneOf(0, 0, 1, 0xffff),
    sequence: bytes(6, 6),
    handshakeType: oneOf(0, 1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 20, 255),
    body: bytes(0, 300),
    lie: oneOf(0, 0, 1, -1, 0x4000, 0xffff),
    fragmentLie: oneOf(0, 0, 1, 0xff_ffff),
  })
  .map(({ contentType, version, epoch, sequence, handshakeType, body, lie, fragmentLie }) => {
    const length = in32((body.length + fragmentLie) & 0xff_ffff).subarray(1)
    const handshake = [Buffer.of(handshakeType), length, in16(0), Buffer.alloc(3), length, body]
    const record = Buffer.concat(contentType === 22 ? handshake : [body])
    return Buffer.concat([
      Buffer.of(contentType),
      in16(version),
      in16(epoch),
      sequence,
      in16(record.length + lie),
      record,
    ])
  })

const looksLikeMedia: fc.Arbitrary<Buffer> = fc
  .tuple(fc.integer({ min: 0x80, max: 0xbf }), oneOf(96, 111, 200, 201, 205, 206, 223), bytes(0, 1_400))
  .map(([first, second, rest]) => Buffer.concat([Buffer.of(first, second), rest]))

/** Datagrams for the UDP port; `userNames` are STUN user names that the server accepts. */
export const datagrams = (userNames: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 3, arbitrary: bytes(0, 1_500) },
    { weight: 6, arbitrary: stun(userNames) },
    { weight: 4, arbitrary: dtls },
    { weight: 3, arbitrary: looksLikeMedia },
    { weight: 1, arbitrary: oversized },
  )

/** What a datagram becomes on a bad way, or in bad hands. */
export const tampered = (datagram: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    fc.constant(datagram),
    fc.nat(datagram.length).map((length) => datagram.subarray(0, length)),
    fc.tuple(fc.nat(datagram.length - 1), fc.nat(255)).map(([at, value]) => {
      const changed = Buffer.from(datagram)
      changed[at] = value
      return changed
    }),
    bytes(1, 1_000).map((rest) => Buffer.concat([datagram, rest])),
  )

const vp8Payload = fc
  .tuple(bytes(1, 6), bytes(0, 1_100))
  .map(([descriptor, frame]) => Buffer.concat([descriptor, frame]))
/** STAP-A units (RFC 6184) whose sizes are false. */
const h264Payload = fc
  .array(fc.tuple(u16, bytes(0, 30)), { maxLength: 8 })
  .map((units) => Buffer.concat([Buffer.of(24), ...units.flatMap(([size, unit]) => [in16(size), unit])]))

/** RTP with lying paddings, contributors and extensions, and retransmissions of nothing. */
export const rtpPackets = (ssrcs: readonly number[]): fc.Arbitrary<Buffer> =>
  fc
    .record({
      flags: oneOf(0x80, 0x80, 0x90, 0x90, 0xa0, 0xb0, 0x8f, 0x83),
      payloadType: fc.oneof(oneOf(...Object.values(payloadTypes)), fc.nat(127)),
      marker: fc.boolean(),
      // Mostly close together: a source ignores single jumps.
      sequence: fc.oneof({ weight: 5, arbitrary: fc.nat(60) }, { weight: 1, arbitrary: u16 }),
      timestamp: u32,
      ssrc: oneOf(...ssrcs),
      contributors: bytes(0, 60),
      extensionProfile: oneOf(0xbede, 0x1000, 0x100f, 0xffff),
      extensionWords: oneOf(0, 1, 2, 10, 0xffff),
      extension: bytes(0, 60),
      payload: fc.oneof(
        bytes(0, 3),
        vp8Payload,
        h264Payload,
        oneOf(3_000, 60_000).map((length) => Buffer.alloc(length, 0x10)),
      ),
      padding: fc.option(fc.nat(255), { nil: null }),
    })
    .map((each) => {
      const header = Buffer.concat([
        Buffer.of(each.flags, each.payloadType | (each.marker ? 0x80 : 0)),
        in16(each.sequence),
        in32(each.timestamp),
        in32(each.ssrc),
      ])
      const extension =
        each.flags & 0x10 ? [in16(each.extensionProfile), in16(each.extensionWords), each.extension] : []
      const padding = each.padding === null ? [] : [Buffer.of(each.padding)]
      return Buffer.concat([header, each.contributors, ...extension, each.payload, ...padding])
    })

/** RTCP (RFC 3550, 4585, 5104, 3611) whose counts and lengths are false. */
export const rtcpPackets = (ssrcs: readonly number[]): fc.Arbitrary<Buffer> => {
  const ssrc = oneOf(...ssrcs).map(in32)
  const concat = (...parts: fc.Arbitrary<Buffer>[]) => fc.tuple(...parts).map((all) => Buffer.concat(all))
  const many = (part: fc.Arbitrary<Buffer>, maxLength: number) =>
    fc.array(part, { maxLength }).map((all) => Buffer.concat(all))
  const nackEntry = fc
    .tuple(u16, oneOf(0, 1, 0xffff))
    .map(([first, following]) => Buffer.concat([in16(first), in16(following)]))
  const remb = fc
    .record({
      count: fc.nat(255),
      exponent: oneOf(0, 1, 20, 63),
      mantissa: oneOf(0, 1, 0x3ffff),
      ssrcs: bytes(0, 64),
    })
    .map((each) =>
      Buffer.concat([
        Buffer.from('REMB'),
        in32((each.count << 24) | (each.exponent << 18) | each.mantissa),
        each.ssrcs,
      ]),
    )
  const kinds: [type: number, body: fc.Arbitrary<Buffer>][] = [
    // Sender reports with wild times, receiver reports, descriptions, BYE, APP, extended reports.
    [200, concat(ssrc, bytes(0, 20), bytes(0, 60))],
    [200, concat(ssrc, bytes(20, 20))],
    [201, concat(ssrc, ssrc, bytes(0, 100))],
    [202, concat(ssrc, bytes(0, 80))],
    [203, many(ssrc, 31)],
    [204, concat(ssrc, bytes(0, 40))],
    [207, concat(ssrc, bytes(0, 300))],
    // NACKs, picture losses, intra requests, bitrate estimates.
    [205, concat(ssrc, ssrc, many(nackEntry, 300))],
    [206, concat(ssrc, ssrc)],
    [206, concat(ssrc, ssrc, many(concat(ssrc, bytes(4, 4)), 100))],
    [206, concat(ssrc, ssrc, remb)],
  ]
  const part = oneOf(...kinds).chain(([type, body]) =>
    fc
      .record({
        type: fc.constant(type),
        count: fc.oneof(oneOf(1, 4, 15), fc.nat(31)),
        body,
        lie: oneOf(0, 0, 0, 0, 1, -1, 1_000),
      })
      .map((each) => {
        const padded = Buffer.concat([each.body, Buffer.alloc((4 - (each.body.length % 4)) % 4)])
        return Buffer.concat([
          Buffer.of(0x80 | each.count, each.type),
          in16(padded.length / 4 + each.lie),
          padded,
        ])
      }),
  )
  return fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => Buffer.concat(parts))
}

/** The same values every time. */
export const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, count: number, seed = 20_261_121): Value[] =>
  fc.sample(arbitrary, { numRuns: count, seed })
