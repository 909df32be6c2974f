import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRtp, readTextExtension } from '#adapters/media/embedded/rtp/rtp.ts'
import { negotiatePublish } from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { callOffer, publisherTraits } from './offers.ts'
import { answerOf } from './support/answer-of.ts'
import { chromiumSimulcastOffer } from './support/chromium-simulcast-offer.ts'

const local = {
  iceUfrag: 'serv',
  icePwd: 'serverPasswordOf24charact',
  fingerprint: `sha-256 ${Array(32).fill('EE').join(':')}`,
  setup: 'active',
  candidates: ['1 1 UDP 2114977791 192.0.2.2 40100 typ host'],
}

const videoAnswer = (offer: string): string[] => {
  const answer = answerOf(negotiatePublish(parseOffer(offer), ['audio', 'video']), local, null)
  return (answer.split(/(?=^m=)/m)[2] ?? '').split('\r\n')
}
const simulcastOf = (offer: string) =>
  negotiatePublish(parseOffer(offer), ['audio', 'video']).accepted[1]?.simulcast
const aboutEncodings = /^a=(extmap|rid|simulcast)/

describe('an offer of several encodings', () => {
  test('is taken as Chromium makes it, with the extensions that tell them apart and no other', () => {
    expect(videoAnswer(chromiumSimulcastOffer).filter((line) => aboutEncodings.test(line))).toEqual([
      'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
      'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
      'a=extmap:11 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
      'a=rid:l recv',
      'a=rid:h recv',
      'a=simulcast:recv l;h',
    ])
  })

  test('of one encoding is answered as before', () => {
    const answers = [
      callOffer('sendonly', publisherTraits),
      chromiumSimulcastOffer.replace(/a=rid[\s\S]*$/, ''),
    ].map(videoAnswer)
    for (const answer of answers) expect(answer.filter((line) => aboutEncodings.test(line))).toEqual([])
  })

  const changed = (from: string | RegExp, to: string) => chromiumSimulcastOffer.replace(from, to)
  test.each<[name: string, offer: string, rids: string[] | undefined]>([
    ['as it is', chromiumSimulcastOffer, ['l', 'h']],
    ['paused and alternative encodings', changed('send l;h', 'send ~l;h,l'), ['l', 'h']],
    ['encodings it would receive, too', changed('send l;h', 'recv a;b send l;h'), ['l', 'h']],
    ['restrictions', changed('a=rid:h send', 'a=rid:h send pt=96;max-width=640'), ['l', 'h']],
    ['an encoding without its own line', changed('send l;h', 'send l;h;x'), ['l', 'h']],
    ['only one known encoding', changed('a=rid:h send', 'a=rid:h recv'), undefined],
    ['an encoding twice', changed('send l;h', 'send l;l'), undefined],
    ['only encodings to receive', changed('simulcast:send', 'simulcast:recv'), undefined],
    ['no list', changed('a=simulcast:send l;h', 'a=simulcast:send'), undefined],
    ['no way to know them', changed(/a=extmap:10 .*/, 'a=x'), undefined],
    ['no way to know retransmissions', changed(/a=extmap:11 .*/, 'a=x'), undefined],
    ['one extension for two things', changed('extmap:11', 'extmap:10'), undefined],
    ['an extension number that can’t be', changed('extmap:10', 'extmap:15'), undefined],
    ['a direction behind the number', changed('extmap:10', 'extmap:10/sendonly'), ['l', 'h']],
    ['names that aren’t names', chromiumSimulcastOffer.replaceAll(/\bh\b/g, 'h h'), undefined],
  ])('with %s', (_name, offer, rids) => {
    expect(simulcastOf(offer)?.rids).toEqual(rids)
  })

  test('of more than three takes three', () => {
    const lines = ['a', 'b', 'c'].map((rid) => `a=rid:${rid} send\r\n`).join('')
    const offer = chromiumSimulcastOffer.replace('a=simulcast:send l;h', `${lines}a=simulcast:send l;h;a;b;c`)
    expect(simulcastOf(offer)?.rids).toEqual(['l', 'h', 'a'])
  })
})

describe('the name in a packet’s header extension', () => {
  const packet = (first: string, extension: string) =>
    Buffer.from(`${first}600001000000000000000a${extension}aabbcc`.replaceAll(' ', ''), 'hex')
  const read = (bytes: Buffer, identifier: number) =>
    parseRtp(bytes) ? readTextExtension(bytes, identifier) : 'not a packet'

  test.each<[name: string, first: string, extension: string, found: string | null]>([
    ['alone', '90', 'bede0001 a0 6c 0000', 'l'],
    ['behind another', '90', 'bede0002 42 313233 a1 6869 00', 'hi'],
    ['behind padding', '90', 'bede0001 0000 a0 6c', 'l'],
    ['behind contributors', '91', '00000007 bede0001 a0 6c 0000', 'l'],
    ['in the long form', '90', '10000001 0a 01 6c 00', 'l'],
    ['in the long form behind another', '90', '10000002 04 02 3132 0a 01 6c 00', 'l'],
    ['in the long form with application bits', '90', '10070001 0a 01 6c 00', 'l'],
    ['missing', '90', 'bede0001 40 31 0000', null],
    ['behind the end of the list', '90', 'bede0002 f0 00 a0 6c 00000000', null],
    ['behind padding that has a length', '90', 'bede0002 01 0000 a0 6c 000000', null],
    ['empty in the long form', '90', '10000001 0a 00 0000', null],
    ['longer than the extension', '90', 'bede0001 a3 6c6c6c', null],
    ['longer than the extension in the long form', '90', '10000001 0a ff 6c6c', null],
    ['in an unknown form', '90', 'abcd0001 a0 6c 0000', null],
    ['where there is no extension', '80', 'bede0001 a0 6c 0000', null],
    ['in an extension without content', '90', 'bede0000', null],
  ])('%s', (_name, first, extension, found) => {
    expect(read(packet(first, extension), 10)).toBe(found)
  })

  test('is never read beyond the packet, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0xbede, 0x1000, 0x1007),
        fc.uint8Array({ maxLength: 64 }),
        fc.integer({ min: 1, max: 255 }),
        (profile, content, identifier) => {
          const words = Math.floor(content.length / 4)
          const head = Buffer.from('906000010000000000000000aaaabbbb', 'hex')
          head.writeUInt16BE(profile, 12)
          head.writeUInt16BE(words, 14)
          const found = read(Buffer.concat([head, content]), identifier)
          expect(found === null || found.length <= words * 4).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
