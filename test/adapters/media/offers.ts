/** Offers as Chromium writes them, shortened to the lines that matter. The address and keys are recognisable. */

export interface OfferTraits {
  iceUfrag: string
  icePwd: string
  fingerprint: string
  address: string
}

export const publisherTraits: OfferTraits = {
  iceUfrag: 'pubU',
  icePwd: 'publisherPasswordOf24char',
  fingerprint: `sha-256 ${Array(32).fill('AA').join(':')}`,
  address: '198.51.100.77',
}

export const subscriberTraits: OfferTraits = {
  iceUfrag: 'subU',
  icePwd: 'subscriberPasswordOf24chr',
  fingerprint: `sha-256 ${Array(32).fill('BB').join(':')}`,
  address: '203.0.113.88',
}

export type Direction = 'sendonly' | 'recvonly'

const transport = (traits: OfferTraits): string[] => [
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  `a=candidate:1 1 udp 2122260223 ${traits.address} 50001 typ host generation 0 network-id 1`,
  `a=ice-ufrag:${traits.iceUfrag}`,
  `a=ice-pwd:${traits.icePwd}`,
  'a=ice-options:trickle',
  `a=fingerprint:${traits.fingerprint}`,
  'a=setup:actpass',
]

export const audioSection = (mid: string, direction: Direction, traits: OfferTraits): string[] => [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 63 0',
  ...transport(traits),
  `a=mid:${mid}`,
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  `a=${direction}`,
  'a=rtcp-mux',
  'a=rtcp-rsize',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 transport-cc',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:63 red/48000/2',
  'a=fmtp:63 111/111',
  'a=rtpmap:0 PCMU/8000',
]

const vp8 = [
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
  'a=rtcp-fb:96 transport-cc',
  'a=rtcp-fb:96 ccm fir',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
]

const h264 = [
  'a=rtpmap:102 H264/90000',
  'a=rtcp-fb:102 nack',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42001f',
  'a=rtpmap:108 H264/90000',
  'a=rtcp-fb:108 goog-remb',
  'a=rtcp-fb:108 nack',
  'a=rtcp-fb:108 nack pli',
  'a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:109 rtx/90000',
  'a=fmtp:109 apt=108',
  'a=rtpmap:127 H264/90000',
  'a=fmtp:127 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=42e01f',
]

export const videoSection = (
  mid: string,
  direction: Direction,
  traits: OfferTraits,
  formats = '96 97 102 108 109 127',
): string[] => [
  `m=video 9 UDP/TLS/RTP/SAVPF ${formats}`,
  ...transport(traits),
  `a=mid:${mid}`,
  `a=${direction}`,
  'a=rtcp-mux',
  'a=rtcp-rsize',
  ...vp8,
  ...h264,
]

export const dataSection = (mid: string, traits: OfferTraits): string[] => [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  ...transport(traits),
  `a=mid:${mid}`,
  'a=sctp-port:5000',
]

export const offerOf = (mids: string[], ...sections: string[][]): string =>
  [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mids.join(' ')}`,
    'a=msid-semantic: WMS',
    ...sections.flat(),
    '',
  ].join('\r\n')

export const callOffer = (direction: Direction, traits: OfferTraits): string =>
  offerOf(['0', '1'], audioSection('0', direction, traits), videoSection('1', direction, traits))

/** What a page that rings offers: both directions over one connection. */
export const lineOffer = (traits: OfferTraits): string =>
  offerOf(
    ['0', '1', '2', '3'],
    audioSection('0', 'sendonly', traits),
    videoSection('1', 'sendonly', traits),
    audioSection('2', 'recvonly', traits),
    videoSection('3', 'recvonly', traits),
  )
