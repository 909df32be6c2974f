import { type OfferedFormat, readFormats, readFormatTokens } from './sdp-formats.ts'
import { type Attributes, malformed, readSections, type SectionLines } from './sdp-lines.ts'

/** As many as browsers send. */
const encodingsMax = 3

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

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
  formats: readonly OfferedFormat[]
  /** Null when the section sends one encoding, or names no extensions that distinguish several. */
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
  extmap: /^(\d{1,3})(\/[a-z]{1,8})? (\S{1,256})/,
  rid: /^([A-Za-z0-9_-]{1,16}) send( |$)/,
}

export const extensionNames = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  repairedRid: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
}

/**
 * Reads an SDP offer, in time that grows with its length only. Only what was recognised comes out of here: no line of
 * a client's SDP is ever passed on as it stands. Refuses with 413 (too long) or 422 (not an offer that can be
 * answered).
 */
export const parseOffer = (sdp: string): Offer => {
  const { session, sections: sectionLines } = readSections(sdp)
  const sections = sectionLines.map((each) => parseSection(each, session))
  const mids = new Set(sections.map((section) => section.mid))
  if (mids.size < sections.length) throw malformed('repeated mid')
  return { sections, bundledMids: bundleOf(session).filter((mid) => mids.has(mid)) }
}

const bundleOf = (session: Attributes): string[] => {
  const group = session.get('group')?.find((value) => value.startsWith('BUNDLE '))
  return [...new Set(group?.split(' ').slice(1))]
}

const parseSection = ({ mediaLine, attributes }: SectionLines, session: Attributes): OfferedSection => {
  const [media = '', port = '', protocol = '', ...formats] = mediaLine.trim().split(/ +/)
  if (!patterns.media.test(media) || !patterns.protocol.test(protocol) || !/^\d{1,5}$/.test(port)) {
    throw malformed('media line')
  }
  const formatTokens = readFormatTokens(formats, protocol)
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
    formats: readFormats(formatTokens, attributes),
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
  const known = new Set((attributes.get('rid') ?? []).map((value) => patterns.rid.exec(value)?.[1]))
  const streams = /(?:^| )send (\S+)/.exec(attributes.get('simulcast')?.[0] ?? '')?.[1] ?? ''
  const rids = streams.split(';').map((alternatives) => (alternatives.split(',')[0] ?? '').replace('~', ''))
  return [...new Set(rids)].filter((rid) => known.has(rid)).slice(0, encodingsMax)
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
