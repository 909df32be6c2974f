/**
 * Offers and answers of a simulated client, whose connection is a bare transport: it knows one section, so that
 * everything that arrives reaches its one track.
 */

export const opusPayloadType = 111
export const vp8PayloadType = 96

// Without our candidates the server can't reach us first: we reach it, and it learns our address from that,
// as with a browser that posts its offer at once.
const offeredLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup)\b/
const transportLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates)\b/

const linesOf = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)
const written = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

const sessionOf = (mids: string) => [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  `a=group:BUNDLE ${mids}`,
]
const sectionOf = (kind: 'audio' | 'video', mid: number, payloadType: number) => [
  `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
  'c=IN IP4 0.0.0.0',
  `a=mid:${mid}`,
  'a=rtcp-mux',
]
const sound = sectionOf('audio', 0, opusPayloadType)
const picture = sectionOf('video', 1, vp8PayloadType)
const opus = [
  `a=rtpmap:${opusPayloadType} opus/48000/2`,
  `a=fmtp:${opusPayloadType} minptime=10;useinbandfec=1`,
]
const vp8 = [
  `a=rtpmap:${vp8PayloadType} VP8/90000`,
  ...['nack', 'nack pli', 'goog-remb'].map((each) => `a=rtcp-fb:${vp8PayloadType} ${each}`),
]

interface OfferTraits {
  /** What it sends by; null when it only receives. */
  ssrcs: { sound: number; picture: number } | null
  hasPicture: boolean
}

export const writeOffer = (local: string, { ssrcs, hasPicture }: OfferTraits): string => {
  const transport = [...new Set(linesOf(local).filter((line) => offeredLine.test(line)))]
  if (transport.length === 0) throw new Error('no local transport to offer')
  const directionOf = (what: 'sound' | 'picture') =>
    ssrcs === null
      ? ['a=recvonly']
      : ['a=sendonly', `a=msid:simulated ${what}`, `a=ssrc:${ssrcs[what]} cname:simulated`]
  return written([
    ...sessionOf(hasPicture ? '0 1' : '0'),
    ...[...sound, ...transport, ...opus, ...directionOf('sound')],
    ...(hasPicture ? [...picture, ...transport, ...vp8, ...directionOf('picture')] : []),
  ])
}

/** An answer reduced to what the connection knows. */
export const reduceAnswer = (answer: string): string => {
  const lines = linesOf(answer)
  if (lines.some((line) => /^m=\w+ 0 /.test(line))) throw new Error('the endpoint refused a section')
  const transport = [...new Set(lines.filter((line) => transportLine.test(line)))]
  return written([...sessionOf('0'), ...sound, ...transport, ...opus, 'a=sendrecv'])
}
