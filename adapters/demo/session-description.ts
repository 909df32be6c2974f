import type { StreamNumbers } from './clip-player.ts'

/**
 * Offers and answers between a WHIP endpoint and a connection that is a bare transport: the connection has one media
 * section, and its one track receives everything (RTCP too, which the library otherwise sorts by SSRC and drops in part).
 */

export const opusPayloadType = 111
export const vp8PayloadType = 96

const transportLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup|candidate|end-of-candidates)\b/

// Without our candidates the server can't send the first check: it learns our address from ours. The first check
// must be ours, because libdatachannel verifies the other side's certificate wrongly when ICE connects while the
// answer is still being set.
const offeredLine = /^a=(ice-ufrag|ice-pwd|ice-options|fingerprint|setup)\b/

const linesOf = (sdp: string) => sdp.split(/\r?\n/).filter(Boolean)
const written = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`

function section(
  numbers: StreamNumbers,
  mid: string,
  media: string,
  codec: readonly string[],
  transport: readonly string[],
) {
  return [
    `m=${media} 9 UDP/TLS/RTP/SAVPF ${numbers.payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sendonly',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    ...transport,
    ...codec.map((line) => `a=${line}`),
    `a=msid:koyoi ${media}`,
    `a=ssrc:${numbers.ssrc} cname:koyoi`,
  ]
}

/** What is offered: opus, and VP8 when `video` is there, over the transport of `local`. */
export function writeOffer(local: string, audio: StreamNumbers, video: StreamNumbers | undefined): string {
  const transport = [...new Set(linesOf(local).filter((line) => offeredLine.test(line)))]
  if (transport.length === 0) throw new Error('no local transport to offer')
  const opus = [
    `rtpmap:${audio.payloadType} opus/48000/2`,
    `fmtp:${audio.payloadType} minptime=10;useinbandfec=1`,
  ]
  const vp8 = video && [
    `rtpmap:${video.payloadType} VP8/90000`,
    ...['nack', 'nack pli', 'ccm fir', 'goog-remb'].map((kind) => `rtcp-fb:${video.payloadType} ${kind}`),
  ]
  return written([
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${video ? '0 1' : '0'}`,
    'a=msid-semantic: WMS koyoi',
    ...section(audio, '0', 'audio', opus, transport),
    ...(video && vp8 ? section(video, '1', 'video', vp8, transport) : []),
  ])
}

/** An answer cut down to the one section that the connection knows. */
export function reduceAnswer(answer: string): string {
  const lines = linesOf(answer)
  const transport = [...new Set(lines.filter((line) => transportLine.test(line)))]
  if (!transport.some((line) => line.startsWith('a=ice-ufrag')))
    throw new Error('the answer has no transport')
  return written([
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    `m=audio 9 UDP/TLS/RTP/SAVPF ${opusPayloadType}`,
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sendrecv',
    'a=rtcp-mux',
    ...transport,
    `a=rtpmap:${opusPayloadType} opus/48000/2`,
  ])
}

/** How the answer lets both streams be sent: the payload types are the offer's (RFC 3264), a refused section has port 0. */
export function refusesMedia(answer: string): boolean {
  return linesOf(answer).some((line) => /^m=\w+ 0 /.test(line))
}
