/**
 * Offers and answers of a simulated voice client, whose connection is a bare transport: it knows one section, so that
 * everything that arrives reaches its one track.
 */

export const opusPayloadType = 111

// Without our candidates the server can't reach us first: we reach it, and it learns our address from that,
// as with a browser that posts its offer at once.
const offeredLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup)\b/
const transportLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates)\b/

const linesOf = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)
const written = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

const session = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0']
const section = [
  `m=audio 9 UDP/TLS/RTP/SAVPF ${opusPayloadType}`,
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=rtcp-mux',
]
const opus = [
  `a=rtpmap:${opusPayloadType} opus/48000/2`,
  `a=fmtp:${opusPayloadType} minptime=10;useinbandfec=1`,
]

/** @param ssrc what it sends; null when it only receives */
export const writeVoiceOffer = (local: string, ssrc: number | null): string => {
  const transport = [...new Set(linesOf(local).filter((line) => offeredLine.test(line)))]
  if (transport.length === 0) throw new Error('no local transport to offer')
  const direction =
    ssrc === null
      ? ['a=recvonly']
      : ['a=sendonly', 'a=msid:simulated sound', `a=ssrc:${ssrc} cname:simulated`]
  return written([...session, ...section, ...transport, ...opus, ...direction])
}

/** An answer reduced to what the connection knows. */
export const reduceVoiceAnswer = (answer: string): string => {
  const lines = linesOf(answer)
  if (lines.some((line) => /^m=\w+ 0 /.test(line))) throw new Error('the endpoint refused the section')
  const transport = [...new Set(lines.filter((line) => transportLine.test(line)))]
  return written([...session, ...section, ...transport, ...opus, 'a=sendrecv'])
}
