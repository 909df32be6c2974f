/** RTCP (RFC 3550, feedback RFC 4585 and 5104, REMB draft-alvestrand-rmcat-remb), as far as a media server needs it. */

const senderReportType = 200
const receiverReportType = 201
const transportFeedbackType = 205
const payloadFeedbackType = 206
const nackFormat = 1
const pictureLossFormat = 1
const fullIntraRequestFormat = 4
const applicationFormat = 15
const rembIdentifier = 0x52454d42

const headerBytes = 8
const feedbackHeaderBytes = 12
const senderReportBytes = 28
const reportBlockBytes = 24

/** The server's own synchronisation source; it sends reports and feedback only. */
const ownSsrc = 1

export interface ReportBlock {
  ssrc: number
  /** Lost since the last report, 0 to 1. */
  fractionLost: number
  /** Lost since the beginning; falls when packets come late or twice. */
  cumulativeLost: number
  /** With the count of wraps in front. */
  highestSequence: number
  /** Middle 32 bits of the last sender report's NTP time; 0 before the first. */
  lastSenderReport: number
  /** Since that report arrived, in 1/65536 s. */
  delaySinceSenderReport: number
}

export interface SenderReport {
  ssrc: number
  ntpSeconds: number
  ntpFraction: number
  rtpTimestamp: number
  packetCount: number
  octetCount: number
}

export type RtcpMessage =
  | { type: 'senderReport'; report: SenderReport }
  | { type: 'receiverReport'; blocks: ReportBlock[] }
  | { type: 'nack'; ssrc: number; sequences: number[] }
  | { type: 'keyframeRequest'; ssrc: number }
  | { type: 'bitrateEstimate'; bitsPerSecond: number; ssrcs: number[] }

/** A browser's compound packet has five parts at most. */
const partsMax = 16
/** Report blocks have no more room in a part; sources have no more use. */
const entriesPerPartMax = 31

/**
 * Reads a compound packet up to its first malformed part and skips other kinds. The result is bounded, however large
 * the packet is.
 *
 * @param sequencesMax how many sequences of NACKs are read; the first ones count
 */
export const parseRtcp = (packet: Buffer, sequencesMax = Number.POSITIVE_INFINITY): RtcpMessage[] => {
  const messages: RtcpMessage[] = []
  let sequencesLeft = sequencesMax
  let offset = 0
  for (let parts = 0; parts < partsMax && offset + headerBytes <= packet.length; parts++) {
    if ((packet.readUInt8(offset) & 0xc0) !== 0x80) break
    const bytes = (packet.readUInt16BE(offset + 2) + 1) * 4
    if (bytes < headerBytes || offset + bytes > packet.length) break
    for (const message of parsePart(packet.subarray(offset, offset + bytes), sequencesLeft)) {
      messages.push(message)
      if (message.type === 'nack') sequencesLeft -= message.sequences.length
    }
    offset += bytes
  }
  return messages
}

const parsePart = (part: Buffer, sequencesMax: number): RtcpMessage[] => {
  const count = part.readUInt8(0) & 0x1f
  switch (part.readUInt8(1)) {
    case senderReportType:
      return parseSenderReport(part, count)
    case receiverReportType:
      return parseReceiverReport(part, headerBytes, count)
    case transportFeedbackType:
      return count === nackFormat ? parseNack(part, sequencesMax) : []
    case payloadFeedbackType:
      return parsePayloadFeedback(part, count)
    default:
      return []
  }
}

const parseSenderReport = (part: Buffer, count: number): RtcpMessage[] => {
  if (part.length < senderReportBytes) return []
  const report: SenderReport = {
    ssrc: part.readUInt32BE(4),
    ntpSeconds: part.readUInt32BE(8),
    ntpFraction: part.readUInt32BE(12),
    rtpTimestamp: part.readUInt32BE(16),
    packetCount: part.readUInt32BE(20),
    octetCount: part.readUInt32BE(24),
  }
  return [{ type: 'senderReport', report }, ...parseReceiverReport(part, senderReportBytes, count)]
}

const parseReceiverReport = (part: Buffer, start: number, count: number): RtcpMessage[] => {
  const blocks: ReportBlock[] = []
  for (let index = 0; index < count; index++) {
    const offset = start + index * reportBlockBytes
    if (offset + reportBlockBytes > part.length) break
    blocks.push({
      ssrc: part.readUInt32BE(offset),
      fractionLost: part.readUInt8(offset + 4) / 256,
      cumulativeLost: part.readIntBE(offset + 5, 3),
      highestSequence: part.readUInt32BE(offset + 8),
      lastSenderReport: part.readUInt32BE(offset + 16),
      delaySinceSenderReport: part.readUInt32BE(offset + 20),
    })
  }
  return blocks.length > 0 ? [{ type: 'receiverReport', blocks }] : []
}

const parseNack = (part: Buffer, sequencesMax: number): RtcpMessage[] => {
  if (part.length < feedbackHeaderBytes) return []
  const sequences: number[] = []
  for (let offset = feedbackHeaderBytes; offset + 4 <= part.length; offset += 4) {
    if (sequences.length >= sequencesMax) break
    const first = part.readUInt16BE(offset)
    const following = part.readUInt16BE(offset + 2)
    sequences.push(first)
    for (let bit = 0; bit < 16 && sequences.length < sequencesMax; bit++) {
      if (following & (1 << bit)) sequences.push((first + bit + 1) & 0xffff)
    }
  }
  return sequences.length > 0 ? [{ type: 'nack', ssrc: part.readUInt32BE(8), sequences }] : []
}

const parsePayloadFeedback = (part: Buffer, format: number): RtcpMessage[] => {
  if (part.length < feedbackHeaderBytes) return []
  switch (format) {
    case pictureLossFormat:
      return [{ type: 'keyframeRequest', ssrc: part.readUInt32BE(8) }]
    case fullIntraRequestFormat:
      return parseFullIntraRequest(part)
    case applicationFormat:
      return parseBitrateEstimate(part)
    default:
      return []
  }
}

const parseFullIntraRequest = (part: Buffer): RtcpMessage[] => {
  const messages: RtcpMessage[] = []
  const end = Math.min(part.length, feedbackHeaderBytes + entriesPerPartMax * 8)
  for (let offset = feedbackHeaderBytes; offset + 8 <= end; offset += 8) {
    messages.push({ type: 'keyframeRequest', ssrc: part.readUInt32BE(offset) })
  }
  return messages
}

const parseBitrateEstimate = (part: Buffer): RtcpMessage[] => {
  const fieldsBytes = 8
  if (part.length < feedbackHeaderBytes + fieldsBytes) return []
  if (part.readUInt32BE(feedbackHeaderBytes) !== rembIdentifier) return []
  const packed = part.readUInt32BE(feedbackHeaderBytes + 4)
  const count = Math.min(packed >>> 24, entriesPerPartMax)
  const exponent = (packed >>> 18) & 0x3f
  const mantissa = packed & 0x3ffff
  const ssrcs: number[] = []
  for (let index = 0; index < count; index++) {
    const offset = feedbackHeaderBytes + fieldsBytes + index * 4
    if (offset + 4 > part.length) break
    ssrcs.push(part.readUInt32BE(offset))
  }
  return [{ type: 'bitrateEstimate', bitsPerSecond: mantissa * 2 ** exponent, ssrcs }]
}

/** The part of a sender report's NTP time by which a receiver's report names it. */
export const middleOfNtp = ({ ntpSeconds, ntpFraction }: SenderReport): number =>
  ((ntpSeconds & 0xffff) * 0x10000 + (ntpFraction >>> 16)) >>> 0

const writePart = (type: number, count: number, bytes: number): Buffer => {
  const part = Buffer.alloc(bytes)
  part[0] = 0x80 | count
  part[1] = type
  part.writeUInt16BE(bytes / 4 - 1, 2)
  return part
}

const writeFeedback = (type: number, format: number, mediaSsrc: number, body: Buffer): Buffer => {
  const part = writePart(type, format, feedbackHeaderBytes + body.length)
  part.writeUInt32BE(ownSsrc, 4)
  part.writeUInt32BE(mediaSsrc, 8)
  body.copy(part, feedbackHeaderBytes)
  return part
}

/** What a receiver reports about one source (RFC 3550, 6.4.1). */
export interface ReceptionReport {
  ssrc: number
  /** Lost since the last report, 0 to 1. */
  fractionLost: number
  cumulativeLost: number
  extendedHighestSequence: number
  /** In timestamp units. */
  jitter: number
  /** Middle 32 bits of the last sender report's NTP time; 0 before the first. */
  lastSenderReport: number
  /** Since that report arrived, in 1/65536 s. */
  delaySinceSenderReport: number
}

export const writeReceiverReport = (report: ReceptionReport): Buffer => {
  const part = writePart(receiverReportType, 1, headerBytes + reportBlockBytes)
  part.writeUInt32BE(ownSsrc, 4)
  part.writeUInt32BE(report.ssrc, 8)
  part[12] = Math.min(255, Math.max(0, Math.round(report.fractionLost * 256)))
  part.writeUIntBE(Math.min(0x7fffff, Math.max(0, report.cumulativeLost)), 13, 3)
  part.writeUInt32BE(report.extendedHighestSequence >>> 0, 16)
  part.writeUInt32BE(Math.min(0xffffffff, Math.round(report.jitter)), 20)
  part.writeUInt32BE(report.lastSenderReport >>> 0, 24)
  part.writeUInt32BE(Math.min(0xffffffff, Math.max(0, Math.round(report.delaySinceSenderReport))), 28)
  return part
}

export const writeSenderReport = (report: SenderReport): Buffer => {
  const part = writePart(senderReportType, 0, senderReportBytes)
  part.writeUInt32BE(report.ssrc, 4)
  part.writeUInt32BE(report.ntpSeconds, 8)
  part.writeUInt32BE(report.ntpFraction, 12)
  part.writeUInt32BE(report.rtpTimestamp >>> 0, 16)
  part.writeUInt32BE(report.packetCount, 20)
  part.writeUInt32BE(report.octetCount, 24)
  return part
}

/** Requests packets again; `sequences` in rising order. */
export const writeNack = (mediaSsrc: number, sequences: readonly number[]): Buffer => {
  const entries: { first: number; following: number }[] = []
  for (const sequence of sequences) {
    const last = entries.at(-1)
    const distance = last ? (sequence - last.first) & 0xffff : 0
    if (last && distance >= 1 && distance <= 16) last.following |= 1 << (distance - 1)
    else entries.push({ first: sequence, following: 0 })
  }
  const body = Buffer.alloc(entries.length * 4)
  entries.forEach((entry, index) => {
    body.writeUInt16BE(entry.first, index * 4)
    body.writeUInt16BE(entry.following, index * 4 + 2)
  })
  return writeFeedback(transportFeedbackType, nackFormat, mediaSsrc, body)
}

export const writePictureLoss = (mediaSsrc: number): Buffer =>
  writeFeedback(payloadFeedbackType, pictureLossFormat, mediaSsrc, Buffer.alloc(0))

/** REMB: the most a sender may send in these sources together, in bits per second. */
export const writeBitrateEstimate = (mediaSsrcs: readonly number[], bitsPerSecond: number): Buffer => {
  let mantissa = Math.floor(bitsPerSecond)
  let exponent = 0
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2)
    exponent += 1
  }
  const body = Buffer.alloc(8 + mediaSsrcs.length * 4)
  body.writeUInt32BE(rembIdentifier, 0)
  body.writeUInt32BE(((mediaSsrcs.length << 24) | (exponent << 18) | mantissa) >>> 0, 4)
  mediaSsrcs.forEach((ssrc, index) => void body.writeUInt32BE(ssrc, 8 + index * 4))
  return writeFeedback(payloadFeedbackType, applicationFormat, 0, body)
}
