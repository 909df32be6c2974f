/** RTCP of every kind that a client may send, in packets as large as they come. */

/** More than any path carries in one piece. */
const packetBytesMax = 1_400

export const rtcpPart = (type: number, count: number, body: Buffer): Buffer => {
  const header = Buffer.from([0x80 | count, type, 0, 0])
  header.writeUInt16BE(body.length / 4, 2)
  return Buffer.concat([header, body])
}

const words = (...values: number[]): Buffer => {
  const body = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => void body.writeUInt32BE(value >>> 0, index * 4))
  return body
}
const repeated = (count: number, ...values: number[]): number[] => Array(count).fill(values).flat()
const compound = (part: Buffer): Buffer =>
  Buffer.concat(Array(Math.floor(packetBytesMax / part.length)).fill(part))

/** A NACK for as many packets as fit, with no number twice. */
export const largestNack = (ssrc: number, firstSequence = 0): Buffer => {
  const entries = Array.from({ length: 340 }, (_, index) => ((firstSequence + index * 17) << 16) | 0xffff)
  return rtcpPart(205, 1, words(1, ssrc, ...entries))
}

const reportBlock = (ssrc: number): number[] => [ssrc, 0x10000005, 100, 0, 0x12345678, 0]

/** Each as a client would send it to make the most work. */
export const rtcpFloods = (ssrc: number): Record<string, Buffer> => ({
  NACK: largestNack(ssrc),
  'NACK of one packet, again and again': compound(rtcpPart(205, 1, words(1, ssrc, 0x00050000))),
  PLI: compound(rtcpPart(206, 1, words(1, ssrc))),
  FIR: rtcpPart(206, 4, words(1, 0, ...repeated(170, ssrc, 0x01000000))),
  REMB: compound(rtcpPart(206, 15, words(1, 0, 0x52454d42, 0x01000000 | 100_000, ssrc))),
  'REMB of many sources': rtcpPart(206, 15, words(1, 0, 0x52454d42, 0xff000000, ...repeated(255, ssrc))),
  TWCC: rtcpPart(205, 15, words(1, ssrc, ...repeated(300, 0x20012001))),
  'sender report': compound(rtcpPart(200, 0, words(ssrc, 1, 2, 3, 4, 5))),
  'receiver report': rtcpPart(201, 31, words(1, ...repeated(31, ...reportBlock(ssrc)))),
  'receiver reports': compound(rtcpPart(201, 1, words(1, ...reportBlock(ssrc)))),
  SDES: rtcpPart(202, 31, words(...repeated(31, ssrc, 0x01016100, 0))),
  BYE: rtcpPart(203, 31, words(...repeated(31, ssrc))),
  'an application’s own': rtcpPart(204, 0, words(ssrc, ...repeated(300, 0x41414141))),
  'an extended report': rtcpPart(207, 0, words(ssrc, ...repeated(300, 0x04000002))),
  'unknown kinds': compound(rtcpPart(223, 0, words(ssrc))),
  'parts without content': Buffer.concat(Array(350).fill(Buffer.from('80c90000', 'hex'))),
})
