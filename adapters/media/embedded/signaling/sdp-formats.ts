import { type Attributes, malformed } from './sdp-lines.ts'

export interface OfferedFormat {
  payloadType: number
  name: string
  clockRate: number
  /** What follows the clock rate in `a=rtpmap`, for example `/2`; empty without it. */
  channels: string
  /** The `a=fmtp` value; empty without one. */
  parameters: string
  /** `a=rtcp-fb` values, for example `nack pli`. */
  feedback: readonly string[]
  /** Payload type of this format's retransmissions (RFC 4588). */
  rtxPayloadType: number | null
}

/** There are no more payload types (RFC 3550, 5.1). */
const formatsMax = 128
const patterns = {
  token: /^[\w!#$%&'*+.^`|~{}-]{1,64}$/,
  /** Without leading zeros, so that no payload type has two spellings. */
  payloadType: /^(0|[1-9]\d{0,2})$/,
  rtpmap: /^(\d{1,3}) ([A-Za-z0-9.-]{1,32})\/(\d{1,6})(\/\d{1,2})?$/,
  prefixed: /^(\d{1,3}) (.{1,512})$/,
  associated: /^\s*apt=(\d{1,3})\s*$/,
}

/** The formats of a media line, each of which may be there once. */
export const readFormatTokens = (tokens: readonly string[], protocol: string): string[] => {
  if (tokens.length === 0) throw malformed('no formats')
  if (tokens.length > formatsMax) throw malformed('too many formats')
  const isRtp = protocol.includes('RTP/')
  if (!tokens.every((token) => (isRtp ? isPayloadType(token) : patterns.token.test(token))))
    throw malformed('formats')
  if (new Set(tokens).size < tokens.length) throw malformed('repeated format')
  return [...tokens]
}

const isPayloadType = (token: string): boolean =>
  patterns.payloadType.test(token) && Number(token) < formatsMax

/** The formats of an RTP section that its attributes describe, in the order of its media line. */
export const readFormats = (tokens: readonly string[], attributes: Attributes): OfferedFormat[] => {
  const described = readDescriptions(attributes)
  const parameters = new Map(prefixedValues(attributes, 'fmtp'))
  const feedback = Map.groupBy(prefixedValues(attributes, 'rtcp-fb'), ([payloadType]) => payloadType)
  const formats = tokens.map(Number).flatMap((payloadType): OfferedFormat[] => {
    const description = described.get(payloadType)
    if (!description || !isUsablePayloadType(payloadType)) return []
    const format = {
      ...description,
      payloadType,
      parameters: parameters.get(payloadType) ?? '',
      feedback: (feedback.get(payloadType) ?? []).map(([, value]) => value),
      rtxPayloadType: null,
    }
    return [format]
  })
  return linkRetransmissions(formats)
}

/** RFC 5761: with the marker bit 64 to 95 would read as RTCP. */
const isUsablePayloadType = (payloadType: number): boolean =>
  payloadType <= 127 && !(payloadType >= 64 && payloadType <= 95)

const readDescriptions = (attributes: Attributes) => {
  const described = new Map<number, Pick<OfferedFormat, 'name' | 'clockRate' | 'channels'>>()
  for (const value of attributes.get('rtpmap') ?? []) {
    const match = patterns.rtpmap.exec(value)
    if (!match) continue
    const [, payloadType, name = '', clockRate, channels = ''] = match
    described.set(Number(payloadType), { name, clockRate: Number(clockRate), channels })
  }
  return described
}

const prefixedValues = (attributes: Attributes, name: string): [number, string][] =>
  (attributes.get(name) ?? []).flatMap((value): [number, string][] => {
    const match = patterns.prefixed.exec(value)
    return match ? [[Number(match[1]), String(match[2])]] : []
  })

/** Removes the retransmission formats and names each at the format that it retransmits; the first one counts. */
const linkRetransmissions = (formats: readonly OfferedFormat[]): OfferedFormat[] => {
  const isRetransmission = ({ name }: OfferedFormat) => name.toLowerCase() === 'rtx'
  const rtxOf = new Map(
    formats
      .filter(isRetransmission)
      .toReversed()
      .map((rtx) => [retransmittedBy(rtx.parameters), rtx.payloadType]),
  )
  return formats
    .filter((format) => !isRetransmission(format))
    .map((format) => ({ ...format, rtxPayloadType: rtxOf.get(format.payloadType) ?? null }))
}

/** The payload type that `apt` names; null without one. */
const retransmittedBy = (parameters: string): number | null => {
  for (const parameter of parameters.split(';')) {
    const match = patterns.associated.exec(parameter)
    if (match) return Number(match[1])
  }
  return null
}
