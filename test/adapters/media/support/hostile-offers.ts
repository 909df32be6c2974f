import { offerBytesMax } from '#adapters/media/port.ts'
import { callOffer, offerOf, publisherTraits, videoSection } from '../offers.ts'

/** The server's half of an answer, for tests that negotiate an offer without a connection. */
export const answering = {
  local: { iceUfrag: 'serv', icePwd: 'password', fingerprint: 'sha-256', setup: 'active', candidates: [] },
  sources: { ssrc: 1, rtxSsrc: 2 },
}

/** As many as fit into an offer that is not too long to be read. */
const filled = (head: string, line: (index: number) => string): string => {
  const lines = [head.trimEnd()]
  let bytes = head.length
  for (let index = 0; ; index++) {
    const next = line(index)
    bytes += next.length + 2
    if (bytes > offerBytesMax - 2) return `${lines.join('\r\n')}\r\n`
    lines.push(next)
  }
}

const good = callOffer('sendonly', publisherTraits)
const withFormats = (formats: string) => good.replace(/(m=video \S+ \S+) .*/, `$1 ${formats}`)
const times = (count: number, text: string) => Array(count).fill(text).join(' ')

const everyFormat = Array.from({ length: 128 }, (_, index) => index)

/** Offers that are made to cost as much as they can: these are too much of something. */
export const hostileOffers: Record<string, string> = {
  'a format three times': withFormats('96 96 96'),
  'a format with a leading zero': withFormats('96 096'),
  'a hexadecimal format': withFormats('96 0x60'),
  'a format with an exponent': withFormats('96 96e0'),
  'a format above 127': withFormats('96 128'),
  'formats without end': withFormats(times(6_000, '96')),
  'retransmissions without end': `${withFormats(`${times(3_000, '96')} ${times(3_000, '97')}`)}a=fmtp:97 apt=99\r\n`,
  'more formats than there are': withFormats([...everyFormat, 128].join(' ')),
  'feedback without end': filled(withFormats(times(3_000, '96')), () => 'a=rtcp-fb:96 nack'),
  'feedback for one format': filled(good, () => 'a=rtcp-fb:96 x'),
  'candidates without end': filled(good, () => 'a=candidate:1 1 udp 1 192.0.2.1 1 typ host'),
  'attributes without end': filled(good, (index) => `a=a${index}`),
  'attributes of one letter': filled(good, () => 'a=x'),
  'empty lines without end': filled(good, () => ''),
  'encodings without end': filled(good, (index) => `a=rid:r${index} send`),
  'extensions without end': filled(
    good,
    (index) => `a=extmap:${index % 256} urn:ietf:params:rtp-hdrext:sdes:mid`,
  ),
  'sections without end': filled(good, (index) => `m=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:${index}x`),
  'a line without end': `${good}a=x:${'y'.repeat(20_000)}\r\n`,
  'spaces without end': good.replace('m=video 9 ', `m=video 9${' '.repeat(20_000)}`),
  'a bundle without end': good.replace('BUNDLE 0 1', `BUNDLE ${times(10_000, '0')}`),
  '64 KB of everything': filled(good, (index) =>
    videoSection(`v${index}`, 'sendonly', publisherTraits).join('\r\n'),
  ).padEnd(64 * 1024, 'a=x\r\n'),
}

/** The most of everything that is read. */
export const largestOffers: Record<string, string> = {
  'every format, and feedback for each': withFormats(everyFormat.join(' ')).concat(
    ...Array.from({ length: 400 }, (_, index) => `a=rtcp-fb:${index % 128} nack\r\n`),
  ),
  'every format as the retransmission of another': withFormats(everyFormat.join(' ')).concat(
    ...everyFormat.map((each) => `a=rtpmap:${each} ${each % 2 ? 'rtx' : 'VP8'}/90000\r\n`),
    ...everyFormat.map((each) => `a=fmtp:${each} apt=${each - 1}${';x=1'.repeat(20)}\r\n`),
  ),
  'sixteen sections': offerOf(
    everyFormat.slice(0, 16).map(String),
    ...everyFormat
      .slice(0, 16)
      .map((mid) => [
        ...videoSection(`${mid}`, 'sendonly', publisherTraits),
        ...Array(40).fill('a=rtcp-fb:96 x'),
      ]),
  ),
  'encodings and extensions': good.concat(
    ...Array.from({ length: 200 }, (_, index) => `a=rid:r${index} send\r\na=extmap:${index} urn:x\r\n`),
    `a=simulcast:send ${Array.from({ length: 150 }, (_, index) => `r${index}`).join(';')}\r\n`,
  ),
}
