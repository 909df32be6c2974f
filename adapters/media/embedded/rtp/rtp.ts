/** RTP packets (RFC 3550, retransmissions RFC 4588), read and written in place. Nothing here trusts a length. */

export const rtpHeaderBytes = 12

const versionBits = 0x80
const paddingBit = 0x20
const extensionBit = 0x10
const contributorMask = 0x0f
const markerBit = 0x80
const retransmittedSequenceBytes = 2

export interface RtpHeader {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
  /** First byte of the payload, behind contributors and extensions. */
  payloadStart: number
  /** First byte behind the payload, in front of the padding. */
  payloadEnd: number
}

/** RFC 5761: RTCP packet types 192 to 223 share the port with RTP. */
export const isRtcp = (packet: Buffer): boolean => {
  const type = packet[1]
  return type !== undefined && type >= 192 && type <= 223
}

/** Reads a packet's header; null for what isn't a whole RTP packet. */
export const parseRtp = (packet: Buffer): RtpHeader | null => {
  if (packet.length < rtpHeaderBytes) return null
  const first = packet.readUInt8(0)
  if ((first & 0xc0) !== versionBits) return null
  let payloadStart = rtpHeaderBytes + (first & contributorMask) * 4
  if (first & extensionBit) {
    if (packet.length < payloadStart + 4) return null
    payloadStart += 4 + packet.readUInt16BE(payloadStart + 2) * 4
  }
  let payloadEnd = packet.length
  if (first & paddingBit) {
    const padding = packet.readUInt8(packet.length - 1)
    if (padding === 0) return null
    payloadEnd -= padding
  }
  if (payloadStart > payloadEnd) return null
  const second = packet.readUInt8(1)
  return {
    payloadType: second & ~markerBit,
    marker: (second & markerBit) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payloadStart,
    payloadEnd,
  }
}

const shortElements = 0xbede
const longElements = 0x1000
const endOfShortElements = 15

/**
 * One element of a parsed packet's header extension (RFC 8285, short and long form) as text; null when it isn't
 * there, empty or cut off.
 */
export const readTextExtension = (packet: Buffer, identifier: number): string | null => {
  if ((packet.readUInt8(0) & extensionBit) === 0) return null
  const start = rtpHeaderBytes + (packet.readUInt8(0) & contributorMask) * 4
  const profile = packet.readUInt16BE(start)
  const isShort = profile === shortElements
  if (!isShort && (profile & 0xfff0) !== longElements) return null
  const end = start + 4 + packet.readUInt16BE(start + 2) * 4
  const elementHeaderBytes = isShort ? 1 : 2
  let offset = start + 4
  while (offset + elementHeaderBytes <= end) {
    const first = packet.readUInt8(offset)
    if (first === 0) {
      offset += 1
      continue
    }
    const id = isShort ? first >> 4 : first
    const bytes = isShort ? (first & 0x0f) + 1 : packet.readUInt8(offset + 1)
    offset += elementHeaderBytes
    if (isShort && (id === 0 || id === endOfShortElements)) return null
    if (id === identifier) {
      return bytes > 0 && offset + bytes <= end ? packet.toString('latin1', offset, offset + bytes) : null
    }
    offset += bytes
  }
  return null
}

/** The packet that a retransmission carries; null when it carries none (RTX is also used for padding). */
export const unwrapRetransmission = (packet: Buffer, header: RtpHeader): RtpHeader | null => {
  const payloadStart = header.payloadStart + retransmittedSequenceBytes
  if (payloadStart > header.payloadEnd) return null
  return { ...header, sequence: packet.readUInt16BE(header.payloadStart), payloadStart }
}

/** The payload with room for a plain 12-byte header in front; shares memory with `packet`. */
export const stripToPlainHeader = (packet: Buffer, header: RtpHeader): Buffer =>
  packet.subarray(header.payloadStart - rtpHeaderBytes, header.payloadEnd)

export interface RtpHeaderFields {
  payloadType: number
  marker: boolean
  sequence: number
  timestamp: number
  ssrc: number
}

/** Writes a plain header over the packet's first 12 bytes. Sequence and timestamp wrap by themselves. */
export const writeRtpHeader = (packet: Buffer, fields: RtpHeaderFields): void => {
  packet[0] = versionBits
  packet[1] = fields.marker ? fields.payloadType | markerBit : fields.payloadType
  packet.writeUInt16BE(fields.sequence & 0xffff, 2)
  packet.writeUInt32BE(fields.timestamp >>> 0, 4)
  packet.writeUInt32BE(fields.ssrc, 8)
}

/** A packet with a plain header as the retransmission (RFC 4588) that carries it. */
export const wrapRetransmission = (plain: Buffer, original: number, fields: RtpHeaderFields): Buffer => {
  const wrapped = Buffer.allocUnsafe(plain.length + retransmittedSequenceBytes)
  writeRtpHeader(wrapped, fields)
  wrapped.writeUInt16BE(original & 0xffff, rtpHeaderBytes)
  plain.copy(wrapped, rtpHeaderBytes + retransmittedSequenceBytes, rtpHeaderBytes)
  return wrapped
}

/** How far `sequence` is ahead of `reference` on the 16-bit circle; negative when behind. */
export const sequenceDistance = (sequence: number, reference: number): number =>
  ((sequence - reference) << 16) >> 16

/** How far `timestamp` is ahead of `reference` on the 32-bit circle; negative when behind. */
export const timestampDistance = (timestamp: number, reference: number): number => (timestamp - reference) | 0
