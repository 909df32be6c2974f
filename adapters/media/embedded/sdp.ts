import { MediaRefused } from '../port.ts'

/** An offer with every codec Chromium knows is about 8 KB. */
const offerBytesMax = 64 * 1024
const sectionsMax = 16
const linesMax = 4_000
/** As many as browsers send. */
const encodingsMax = 3

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

export interface OfferedFormat {
  payloadType: number
  name: string
  clockRate: number
  /** The `a=fmtp` value; empty without one. */
  parameters: string
  /** `a=rtcp-fb` values, for example `nack pli`. */
  feedback: string[]
  /** Payload type of this format's retransmissions (RFC 4588). */
  rtxPayloadType: number | null
}

/** What it takes to reach a peer: its ICE credentials and the fingerprint of its DTLS certificate. */
export interface TransportParameters {
  iceUfrag: string
  icePwd: string
  /** Hash function and value, for example `sha-256 AB:CD:…`. */
  fingerprint: string
  setup: 'actpass' | 'active' | 'passive'
}

/** Several encodings of one picture in one section (RFC 8853), told apart by RTP header extensions (RFC 8852). */
export interface OfferedSimulcast {
  /** Restriction ids of the encodings, in the peer's order; at least two. */
  rids: string[]
  /** The offered identifiers of the header extensions. */
  extensions: { mid: number | null; rid: number; repairedRid: number }
}

export interface OfferedSection {
  media: string
  protocol: string
  formatTokens: string[]
  mid: string
  direction: Direction
  isRejected: boolean
  hasRtcpMux: boolean
  hasReducedSizeRtcp: boolean
  /** In the peer's order of preference. */
  formats: OfferedFormat[]
  /** Null when the section sends one encoding, or names no extensions to tell several apart. */
  simulcast: OfferedSimulcast | null
  /** Null for a bundled section that leaves them to another one. */
  transport: TransportParameters | null
}

export interface Offer {
  sections: OfferedSection[]
  /** The mids of the BUNDLE group (RFC 8843). */
  bundledMids: string[]
}

const patterns = {
  media: /^[a-z]{1,16}$/,
  protocol: /^[A-Za-z0-9/]{1,32}$/,
  token: /^[\w!#$%&'*+.^`|~{}-]{1,64}$/,
  iceUfrag: /^[A-Za-z0-9+/]{4,256}$/,
  icePwd: /^[A-Za-z0-9+/]{22,256}$/,
  fingerprint: /^sha-(256|384|512) ([0-9A-F]{2}:){31,63}[0-9A-F]{2}$/i,
  setup: /^(actpass|active|passive)$/,
  rtpmap: /^(\d{1,3}) ([A-Za-z0-9.-]{1,32})\/(\d{1,6})(\/\d{1,2})?$/,
  prefixed: /^(\d{1,3}) (.{1,512})$/,
  extmap: /^(\d{1,3})(\/[a-z]{1,8})? (\S{1,256})/,
  rid: /^([A-Za-z0-9_-]{1,16}) send( |$)/,
}

export const extensionNames = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  repairedRid: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
}

type Attributes = Map<string, string[]>

const malformed = (what: string) => new MediaRefused(422, `malformed offer: ${what}`)

/**
 * Reads an SDP offer. Only what was recognised comes out of here: no line of a client's SDP is ever passed on as
 * it stands. Refuses with 413 (too long) or 422 (not an offer that can be answered).
 */
export const parseOffer = (sdp: string): Offer => {
  if (Buffer.byteLength(sdp) > offerBytesMax) throw new MediaRefused(413, 'offer too long')
  const lines = sdp.split(/\r\n|\n|\r/)
  if (lines[0] !== 'v=0') throw malformed('no version line')
  if (lines.length > linesMax) throw malformed('too many lines')
  const [sessionLines = [], ...sectionLines] = splitSections(lines)
  if (sectionLines.length === 0) throw malformed('no media section')
  if (sectionLines.length > sectionsMax) throw malformed('too many media sections')

  const session = readAttributes(sessionLines)
  const sections = sectionLines.map((each) => parseSection(each, session))
  const mids = sections.map((section) => section.mid)
  if (new Set(mids).size < mids.length) throw malformed('repeated mid')
  return { sections, bundledMids: bundleOf(session).filter((mid) => mids.includes(mid)) }
}

const splitSections = (lines: readonly string[]): string[][] => {
  const sections: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('m=')) sections.push([line])
    else sections.at(-1)?.push(line)
  }
  return sections
}

const readAttributes = (lines: readonly string[]): Attributes => {
  const attributes: Attributes = new Map()
  for (const line of lines) {
    if (!line.startsWith('a=')) continue
    const colon = line.indexOf(':')
    const name = colon < 0 ? line.slice(2) : line.slice(2, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1)
    const values = attributes.get(name)
    if (values) values.push(value)
    else attributes.set(name, [value])
  }
  return attributes
}

const bundleOf = (session: Attributes): string[] => {
  const group = session.get('group')?.find((value) => value.startsWith('BUNDLE '))
  return group?.split(' ').slice(1) ?? []
}

const parseSection = (lines: readonly string[], session: Attributes): OfferedSection => {
  const [media = '', port = '', protocol = '', ...formatTokens] = (lines[0] ?? '').slice(2).trim().split(/ +/)
  if (!patterns.media.test(media) || !patterns.protocol.test(protocol) || !/^\d{1,5}$/.test(port)) {
    throw malformed('media line')
  }
  if (formatTokens.length === 0 || !formatTokens.every((token) => patterns.token.test(token))) {
    throw malformed('formats')
  }
  const attributes = readAttributes(lines)
  const mid = attributes.get('mid')?.[0] ?? ''
  if (!patterns.token.test(mid)) throw malformed('mid')
  return {
    media,
    protocol,
    formatTokens,
    mid,
    direction: directionOf(attributes) ?? directionOf(session) ?? 'sendrecv',
    isRejected: Number(port) === 0 && !attributes.has('bundle-only'),
    hasRtcpMux: attributes.has('rtcp-mux'),
    hasReducedSizeRtcp: attributes.has('rtcp-rsize'),
    formats: parseFormats(formatTokens, attributes),
    simulcast: parseSimulcast(attributes),
    transport: parseTransport(attributes, session),
  }
}

const parseSimulcast = (attributes: Attributes): OfferedSimulcast | null => {
  const rids = parseSendRids(attributes)
  const identifiers = new Map<string, number>()
  for (const value of attributes.get('extmap') ?? []) {
    const match = patterns.extmap.exec(value)
    if (match && isUsableExtension(Number(match[1]))) identifiers.set(String(match[3]), Number(match[1]))
  }
  const mid = identifiers.get(extensionNames.mid) ?? null
  const rid = identifiers.get(extensionNames.rid)
  const repairedRid = identifiers.get(extensionNames.repairedRid)
  if (rids.length < 2 || rid === undefined || repairedRid === undefined) return null
  if (new Set([mid, rid, repairedRid]).size < 3) return null
  return { rids, extensions: { mid, rid, repairedRid } }
}

/** Of alternatives the first; an encoding that is offered as paused (`~`) counts. */
const parseSendRids = (attributes: Attributes): string[] => {
  const known = (attributes.get('rid') ?? []).flatMap((value) => patterns.rid.exec(value)?.[1] ?? [])
  const streams = /(?:^| )send (\S+)/.exec(attributes.get('simulcast')?.[0] ?? '')?.[1] ?? ''
  const rids = streams.split(';').map((alternatives) => (alternatives.split(',')[0] ?? '').replace('~', ''))
  return [...new Set(rids)].filter((rid) => known.includes(rid)).slice(0, encodingsMax)
}

/** RFC 8285: 0 is padding, 15 ends a list of short elements. */
const isUsableExtension = (identifier: number): boolean =>
  identifier >= 1 && identifier <= 255 && identifier !== 15

const directionOf = (attributes: Attributes): Direction | undefined =>
  (['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const).find((direction) => attributes.has(direction))

const parseTransport = (section: Attributes, session: Attributes): TransportParameters | null => {
  const read = (name: string) => section.get(name)?.[0] ?? session.get(name)?.[0]
  const iceUfrag = read('ice-ufrag')
  const icePwd = read('ice-pwd')
  const fingerprint = read('fingerprint')?.trim()
  if (iceUfrag === undefined || icePwd === undefined || fingerprint === undefined) return null
  const setup = read('setup') ?? 'actpass'
  if (!patterns.iceUfrag.test(iceUfrag) || !patterns.icePwd.test(icePwd)) throw malformed('ICE credentials')
  if (!patterns.fingerprint.test(fingerprint)) throw malformed('fingerprint')
  if (!isSetup(setup)) throw malformed('setup')
  return { iceUfrag, icePwd, fingerprint, setup }
}

const isSetup = (value: string): value is TransportParameters['setup'] => patterns.setup.test(value)

const parseFormats = (tokens: readonly string[], attributes: Attributes): OfferedFormat[] => {
  const names = new Map<number, { name: string; clockRate: number }>()
  for (const value of attributes.get('rtpmap') ?? []) {
    const match = patterns.rtpmap.exec(value)
    if (match) names.set(Number(match[1]), { name: String(match[2]), clockRate: Number(match[3]) })
  }
  const parameters = new Map(prefixedValues(attributes, 'fmtp'))
  const feedback = prefixedValues(attributes, 'rtcp-fb')
  const formats: OfferedFormat[] = []
  for (const token of tokens) {
    const payloadType = Number(token)
    const named = names.get(payloadType)
    if (!named || !isUsablePayloadType(payloadType)) continue
    formats.push({
      payloadType,
      ...named,
      parameters: parameters.get(payloadType) ?? '',
      feedback: feedback.filter(([type]) => type === payloadType).map(([, value]) => value),
      rtxPayloadType: null,
    })
  }
  return linkRetransmissions(formats)
}

/** RFC 5761: with the marker bit 64 to 95 would read as RTCP. */
const isUsablePayloadType = (payloadType: number): boolean =>
  payloadType <= 127 && !(payloadType >= 64 && payloadType <= 95)

const prefixedValues = (attributes: Attributes, name: string): [number, string][] =>
  (attributes.get(name) ?? []).flatMap((value): [number, string][] => {
    const match = patterns.prefixed.exec(value)
    return match ? [[Number(match[1]), String(match[2])]] : []
  })

const linkRetransmissions = (formats: readonly OfferedFormat[]): OfferedFormat[] => {
  const isRetransmission = (format: OfferedFormat) => format.name.toLowerCase() === 'rtx'
  const retransmissionOf = (payloadType: number) =>
    formats.find(
      (format) =>
        isRetransmission(format) && new RegExp(`(^|;)\\s*apt=${payloadType}(;|$)`).test(format.parameters),
    )
  return formats
    .filter((format) => !isRetransmission(format))
    .map((format) => ({
      ...format,
      rtxPayloadType: retransmissionOf(format.payloadType)?.payloadType ?? null,
    }))
}
