import { randomInt } from 'node:crypto'
import { MediaRefused } from '../../port.ts'
import { type Codec, codecs, type MediaKind } from './codecs.ts'
import {
  type Direction,
  extensionNames,
  type Offer,
  type OfferedSection,
  type OfferedSimulcast,
  type TransportParameters,
} from './sdp.ts'
import type { OfferedFormat } from './sdp-formats.ts'

/** A codec both sides have, under the peer's payload types. */
export interface NegotiatedCodec {
  codec: Codec
  payloadType: number
  rtxPayloadType: number | null
  /** The `a=fmtp` value; empty without one. */
  parameters: string
  feedback: string[]
}

export interface AcceptedSection {
  kind: MediaKind
  section: OfferedSection
  /** In the peer's order of preference; never empty. */
  codecs: NegotiatedCodec[]
  /** Null when the peer sends one encoding, or receives. */
  simulcast: OfferedSimulcast | null
}

export interface Negotiation {
  offer: Offer
  /** At most one a kind. All share one transport. */
  accepted: AcceptedSection[]
  /** The peer's side of that transport. */
  transport: TransportParameters
}

/** The server's side of a connection, as its answer states it. */
export interface LocalTransport {
  iceUfrag: string
  icePwd: string
  fingerprint: string
  setup: string
  /** Values of `a=candidate`. */
  candidates: string[]
}

/** Feedback the server understands, as far as the peer offers it. No transport-cc: the sender then obeys REMB. */
const understoodFeedback = ['nack', 'nack pli', 'ccm fir', 'goog-remb']

/**
 * What the peer wants to send: one section a kind, and of it the one codec that the peer likes best.
 *
 * @param isChoiceLeft all codecs instead, of which the first packet shows the one that is sent: an encoder may offer more
 * than it has a picture in. Not with several encodings
 */
export const negotiatePublish = (
  offer: Offer,
  kinds: readonly MediaKind[],
  { isChoiceLeft = false }: { isChoiceLeft?: boolean } = {},
): Negotiation => {
  const negotiation = negotiate(offer, kinds, ['sendonly', 'sendrecv'])
  const accepted = negotiation.accepted.map((each) => {
    const simulcast = each.kind === 'video' ? each.section.simulcast : null
    return { ...each, simulcast, codecs: isChoiceLeft && !simulcast ? each.codecs : each.codecs.slice(0, 1) }
  })
  return { ...negotiation, accepted }
}

/** What the peer wants to receive, with every codec it supports: the publisher may come back with another codec. */
export const negotiateSubscribe = (offer: Offer, kinds: readonly MediaKind[]): Negotiation =>
  negotiate(offer, kinds, ['recvonly', 'sendrecv'])

/** Both directions over one connection, each in sections of its own. */
export interface LineNegotiation {
  publish: Negotiation
  subscribe: Negotiation
}

/**
 * What a page that rings offers: sections that it sends in and sections that it receives in, in one bundle. Refuses with
 * 422 an offer in which they aren't.
 */
export const negotiateLine = (offer: Offer, kinds: readonly MediaKind[]): LineNegotiation => {
  const isOneWay = ({ direction }: OfferedSection) => direction === 'sendonly' || direction === 'recvonly'
  if (!offer.sections.every((section) => section.isRejected || isOneWay(section)))
    throw new MediaRefused(422, 'a section of a line sends or receives')
  const publish = negotiatePublish(offer, kinds)
  const subscribe = negotiateSubscribe(offer, kinds)
  const isBundled = ({ section }: AcceptedSection) => offer.bundledMids.includes(section.mid)
  if (![...publish.accepted, ...subscribe.accepted].every(isBundled))
    throw new MediaRefused(422, 'a line is one connection')
  return { publish, subscribe }
}

const negotiate = (offer: Offer, kinds: readonly MediaKind[], directions: Direction[]): Negotiation => {
  const wanted = offer.sections.filter(
    (section) =>
      !section.isRejected &&
      kinds.some((kind) => kind === section.media) &&
      directions.includes(section.direction) &&
      /^(UDP\/TLS\/)?RTP\/SAVPF$/.test(section.protocol),
  )
  if (wanted.length === 0) throw new MediaRefused(422, 'the offer has no section for this room')
  const withCodecs = wanted.flatMap(acceptSection)
  if (withCodecs.length === 0) throw new MediaRefused(406, 'the offer has no codec in common')
  const accepted = keepOneTransport(offer, withCodecs)
  const transport = transportOf(offer, accepted)
  if (!transport) throw new MediaRefused(422, 'malformed offer: no transport')
  if (!accepted.every(({ section }) => section.hasRtcpMux))
    throw new MediaRefused(422, 'rtcp-mux is required')
  return { offer, accepted, transport }
}

const acceptSection = (section: OfferedSection): AcceptedSection[] => {
  const kind: MediaKind = section.media === 'audio' ? 'audio' : 'video'
  const negotiated = section.formats.flatMap((format) => negotiateFormat(kind, format))
  return negotiated.length > 0 ? [{ kind, section, codecs: negotiated, simulcast: null }] : []
}

const negotiateFormat = (kind: MediaKind, format: OfferedFormat): NegotiatedCodec[] => {
  const codec = codecs.find(
    (each) =>
      each.kind === kind &&
      each.name.toLowerCase() === format.name.toLowerCase() &&
      each.clockRate === format.clockRate,
  )
  const parameters = codec?.answerParameters(format.parameters)
  if (!codec || parameters === null || parameters === undefined) return []
  const feedback = kind === 'video' ? understoodFeedback.filter((each) => format.feedback.includes(each)) : []
  const { payloadType, rtxPayloadType } = format
  return [{ codec, payloadType, rtxPayloadType, parameters, feedback }]
}

/** The first section of each kind that shares the first section's transport; the others are declined. */
const keepOneTransport = (offer: Offer, candidates: AcceptedSection[]): AcceptedSection[] => {
  const first = candidates[0]
  if (!first) return []
  const isBundled = (each: AcceptedSection) => offer.bundledMids.includes(each.section.mid)
  const reachable = candidates.filter((each) => each === first || (isBundled(first) && isBundled(each)))
  return reachable.filter((each) => reachable.find(({ kind }) => kind === each.kind) === each)
}

/** In a bundle the credentials may be in any of its sections. */
const transportOf = (offer: Offer, accepted: AcceptedSection[]): TransportParameters | null => {
  const own = accepted.find(({ section }) => section.transport)?.section.transport
  if (own) return own
  const isBundled = accepted.some(({ section }) => offer.bundledMids.includes(section.mid))
  const bundled = offer.sections.find(({ mid, transport }) => transport && offer.bundledMids.includes(mid))
  return (isBundled && bundled?.transport) || null
}

/** An accepted section's own synchronisation sources, when the server is the one that sends. */
export interface OutgoingSources {
  ssrc: number
  rtxSsrc: number
}

/** A section that the answer accepts. */
export interface AnsweredSection {
  accepted: AcceptedSection
  /** The sources to announce where the server sends; null where it receives. */
  outgoing: OutgoingSources | null
}

/**
 * The answer to the peer. It is written from the server's own transport and the peer's own formats, so it can hold
 * nothing of another client. Sections that were not accepted are declined with port 0.
 *
 * @param sections all of one transport
 */
export const writeAnswer = (
  offer: Offer,
  local: LocalTransport,
  sections: readonly AnsweredSection[],
): string => {
  const answeredOf = (section: OfferedSection) =>
    sections.find(({ accepted }) => accepted.section === section)
  const mids = offer.sections.filter(answeredOf).map(({ mid }) => mid)
  const lines = [
    'v=0',
    `o=- ${randomInt(1, 2 ** 47)} 1 IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mids.join(' ')}`,
    'a=msid-semantic: WMS *',
  ]
  for (const section of offer.sections) {
    const answered = answeredOf(section)
    if (!answered) lines.push(...declinedLines(section, local))
    else {
      const { accepted, outgoing } = answered
      const candidates = section.mid === mids[0] ? candidateLines(local) : []
      lines.push(...acceptedLines(accepted), ...transportLines(local), ...candidates)
      lines.push(...accepted.codecs.flatMap(codecLines))
      lines.push(...(outgoing ? sendingLines(accepted, outgoing) : receivingLines(accepted)))
    }
  }
  return `${lines.join('\r\n')}\r\n`
}

/**
 * A port of 0 is all that a declined section needs (RFC 3264, 6). But pion reads its formats, and gives up when one has
 * no description; and GStreamer reads its transport.
 */
const declinedLines = (section: OfferedSection, local: LocalTransport): string[] => {
  const { media, protocol, formatTokens, mid } = section
  const [format] = section.formats
  return [
    `m=${media} 0 ${protocol} ${format ? format.payloadType : formatTokens.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=inactive',
    'a=rtcp-mux',
    ...transportLines(local),
    ...(format
      ? [`a=rtpmap:${format.payloadType} ${format.name}/${format.clockRate}${format.channels}`]
      : []),
  ]
}

const acceptedLines = ({ section, codecs }: AcceptedSection): string[] => {
  const payloadTypes = codecs.flatMap(({ payloadType, rtxPayloadType }) =>
    rtxPayloadType === null ? [payloadType] : [payloadType, rtxPayloadType],
  )
  return [
    `m=${section.media} 9 ${section.protocol} ${payloadTypes.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${section.mid}`,
    'a=rtcp-mux',
    ...(section.hasReducedSizeRtcp ? ['a=rtcp-rsize'] : []),
  ]
}

const transportLines = (local: TransportParameters | LocalTransport): string[] => [
  `a=ice-ufrag:${local.iceUfrag}`,
  `a=ice-pwd:${local.icePwd}`,
  `a=fingerprint:${local.fingerprint}`,
  `a=setup:${local.setup}`,
]

const candidateLines = (local: LocalTransport): string[] => [
  ...local.candidates.map((candidate) => `a=candidate:${candidate}`),
  'a=end-of-candidates',
]

const codecLines = (negotiated: NegotiatedCodec): string[] => {
  const { codec, payloadType, rtxPayloadType, parameters, feedback } = negotiated
  const lines = [
    `a=rtpmap:${payloadType} ${codec.name}/${codec.clockRate}${codec.channels ? `/${codec.channels}` : ''}`,
    ...feedback.map((each) => `a=rtcp-fb:${payloadType} ${each}`),
  ]
  if (parameters) lines.push(`a=fmtp:${payloadType} ${parameters}`)
  if (rtxPayloadType !== null) {
    lines.push(`a=rtpmap:${rtxPayloadType} rtx/${codec.clockRate}`)
    lines.push(`a=fmtp:${rtxPayloadType} apt=${payloadType}`)
  }
  return lines
}

/** Of the offered header extensions only those that distinguish encodings, and only where there are several. */
const receivingLines = ({ simulcast }: AcceptedSection): string[] => {
  if (!simulcast) return ['a=recvonly']
  const { rids, extensions } = simulcast
  return [
    'a=recvonly',
    ...(extensions.mid === null ? [] : [`a=extmap:${extensions.mid} ${extensionNames.mid}`]),
    `a=extmap:${extensions.rid} ${extensionNames.rid}`,
    `a=extmap:${extensions.repairedRid} ${extensionNames.repairedRid}`,
    ...rids.map((rid) => `a=rid:${rid} recv`),
    `a=simulcast:recv ${rids.join(';')}`,
  ]
}

/** One stream for both kinds, so that the browser keeps sound and picture in step. */
const sendingLines = ({ kind, codecs }: AcceptedSection, { ssrc, rtxSsrc }: OutgoingSources): string[] => {
  const hasRtx = codecs.some(({ rtxPayloadType }) => rtxPayloadType !== null)
  return [
    'a=sendonly',
    `a=msid:partner ${kind}`,
    ...(hasRtx ? [`a=ssrc-group:FID ${ssrc} ${rtxSsrc}`] : []),
    `a=ssrc:${ssrc} cname:partner`,
    ...(hasRtx ? [`a=ssrc:${rtxSsrc} cname:partner`] : []),
  ]
}

/**
 * The reduced offer that the transport library is given: one bundled section that stands for everything, so that
 * every packet reaches one track. It holds none of the peer's candidates: the server never sends anywhere that a
 * connectivity check with the right password didn't come from.
 */
export const writeTransportOffer = (peer: TransportParameters): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=rtcp-mux',
    'a=sendrecv',
    `a=setup:${peer.setup}`,
    `a=ice-ufrag:${peer.iceUfrag}`,
    `a=ice-pwd:${peer.icePwd}`,
    `a=fingerprint:${peer.fingerprint}`,
    'a=rtpmap:96 VP8/90000',
    '',
  ].join('\r\n')
