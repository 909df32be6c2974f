import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { announcedCandidates, type PublicAddress } from '#adapters/media/embedded/signaling/candidates.ts'
import {
  type LocalTransport,
  negotiatePublish,
  negotiateSubscribe,
  writeTransportOffer,
} from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { MediaRefused } from '#adapters/media/port.ts'
import {
  audioSection,
  callOffer,
  dataSection,
  offerOf,
  publisherTraits,
  subscriberTraits,
  videoSection,
} from './offers.ts'
import { answerOf } from './support/answer-of.ts'
import { chromiumSimulcastOffer } from './support/chromium-simulcast-offer.ts'
import { encoderOffer } from './support/encoder-offer.ts'
import { mutated } from './support/mutations.ts'

const local: LocalTransport = {
  iceUfrag: 'serv',
  icePwd: 'serverPasswordOf24charact',
  fingerprint: `sha-256 ${Array(32).fill('EE').join(':')}`,
  setup: 'active',
  candidates: ['1 1 UDP 2114977791 192.0.2.2 40100 typ host'],
}

const publishAnswer = (offer: string, kinds: ('audio' | 'video')[] = ['audio', 'video']) =>
  answerOf(negotiatePublish(parseOffer(offer), kinds), local, null)
const subscribeAnswer = (offer: string, kinds: ('audio' | 'video')[] = ['audio', 'video']) =>
  answerOf(negotiateSubscribe(parseOffer(offer), kinds), local, (kind) =>
    kind === 'audio' ? { ssrc: 1001, rtxSsrc: 1002 } : { ssrc: 2001, rtxSsrc: 2002 },
  )
const sectionsOf = (sdp: string) => sdp.split(/(?=^m=)/m).slice(1)
const refusalOf = (work: () => unknown): number => {
  try {
    work()
  } catch (error) {
    if (error instanceof MediaRefused) return error.status
    throw error
  }
  throw new Error('not refused')
}

describe('what a publisher is answered', () => {
  test('one codec a section, receive only, feedback without transport-cc', () => {
    const [audio = '', video = ''] = sectionsOf(publishAnswer(callOffer('sendonly', publisherTraits)))
    expect(audio).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n')
    expect(audio).toContain('a=recvonly\r\n')
    expect(video).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97\r\n')
    expect(video).toContain('a=rtcp-fb:96 goog-remb\r\n')
    expect(video).toContain('a=fmtp:97 apt=96\r\n')
    expect(video).not.toContain('transport-cc')
  })

  test('H264 only as constrained baseline in packetization mode 1, when the browser prefers it', () => {
    const video = videoSection('1', 'sendonly', publisherTraits, '102 127 108 109 96 97')
    const offer = offerOf(['0', '1'], audioSection('0', 'sendonly', publisherTraits), video)
    const answer = publishAnswer(offer)
    expect(answer).toContain('m=video 9 UDP/TLS/RTP/SAVPF 108 109\r\n')
    expect(answer).toContain(
      'a=fmtp:108 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
    )
  })

  test('H264 by every name of constrained baseline, of which x264 uses 42c0', () => {
    const video = videoSection('1', 'sendonly', publisherTraits, '102')
    const offer = (profile: string) =>
      offerOf(['0', '1'], audioSection('0', 'sendonly', publisherTraits), video).replace('42001f', profile)
    for (const name of ['42c01e', '42E01F', '42401f', '42f033', '4d801f', '4de01f', '58c01f', '58f01f'])
      expect(publishAnswer(offer(name))).toContain(
        `packetization-mode=1;profile-level-id=${name.toLowerCase()}`,
      )
    for (const other of ['42001f', '42801f', '428014', '42c11f', '4d001f', '4d401f', '58801f', '640032'])
      expect(publishAnswer(offer(other))).toContain('m=video 0 ')
  })

  test('opus in stereo, where the encoder offers it', () => {
    const stereo = 'minptime=10;stereo=1;sprop-stereo=1;useinbandfec=1'
    const offer = callOffer('sendonly', publisherTraits)
    expect(publishAnswer(offer)).not.toContain('stereo')
    const offered = offer.replace(/a=fmtp:111 .*/, `a=fmtp:111 ${stereo}`)
    expect(publishAnswer(offered)).toContain('a=fmtp:111 minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1')
  })

  test('what encoders without simulcast and retransmissions offer, as x264 and GStreamer say it', () => {
    const answer = publishAnswer(encoderOffer)
    expect(answer).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96\r\n')
    expect(answer).toContain('profile-level-id=42c01f')
    expect(answer).toContain('a=group:BUNDLE video0 audio1\r\n')
    expect(answer).not.toMatch(/simulcast|a=rid|apt=/)
  })

  test('a section that is declined has a described format and a transport, which pion and GStreamer read', () => {
    const [, declined = ''] = sectionsOf(publishAnswer(encoderOffer, ['video']))
    expect(declined).toMatch(/^m=audio 0 UDP\/TLS\/RTP\/SAVPF 97\r\n/)
    expect(declined).toContain('a=mid:audio1\r\n')
    expect(declined).toContain('a=rtpmap:97 opus/48000/2\r\n')
    for (const name of ['fingerprint', 'ice-ufrag', 'ice-pwd', 'setup'])
      expect(declined).toContain(`a=${name}:`)
  })

  test('a voice room declines the picture and takes the sound', () => {
    const answer = publishAnswer(callOffer('sendonly', publisherTraits), ['audio'])
    expect(sectionsOf(answer)[1]).toMatch(/^m=video 0 UDP\/TLS\/RTP\/SAVPF 96\r\n/)
    expect(answer).toContain('a=group:BUNDLE 0\r\n')
  })

  test('a data channel and a second camera are declined in their places', () => {
    const offer = offerOf(
      ['0', '1', '2', '3'],
      dataSection('0', publisherTraits),
      videoSection('1', 'sendonly', publisherTraits),
      videoSection('2', 'sendonly', publisherTraits),
      audioSection('3', 'sendonly', publisherTraits),
    )
    const answer = publishAnswer(offer)
    const firstLines = sectionsOf(answer).map((section) => section.split('\r\n')[0])
    expect(firstLines).toEqual([
      'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
      'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
      'm=video 0 UDP/TLS/RTP/SAVPF 96',
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    ])
    expect(answer).toContain('a=group:BUNDLE 1 3\r\n')
  })

  test('the candidates stand once, in the first section taken', () => {
    const answer = publishAnswer(callOffer('sendonly', publisherTraits))
    expect(answer.match(/a=candidate:/g)).toHaveLength(1)
    expect(sectionsOf(answer)[0]).toContain('a=candidate:1 1 UDP 2114977791 192.0.2.2 40100 typ host')
  })
})

describe('what a subscriber is answered', () => {
  test('every codec it can take, in its order, from sources of the server', () => {
    const answer = subscribeAnswer(callOffer('recvonly', subscriberTraits))
    expect(answer).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97 108 109\r\n')
    expect(answer).toContain('a=ssrc-group:FID 2001 2002\r\n')
    expect(answer).toContain('a=ssrc:1001 cname:partner\r\n')
    expect(answer).toContain('a=sendonly\r\n')
  })

  test('no header extension is negotiated', () => {
    expect(subscribeAnswer(callOffer('recvonly', subscriberTraits))).not.toContain('extmap')
  })
})

describe('whatever an offer says about its own network stays out', () => {
  test.each([
    ['answer', () => publishAnswer(callOffer('sendonly', publisherTraits))],
    [
      'reduced offer for the transport',
      () =>
        writeTransportOffer(
          negotiatePublish(parseOffer(callOffer('sendonly', publisherTraits)), ['audio']).transport,
        ),
    ],
  ])('the %s has no candidate of the client', (_name, write) => {
    expect(write()).not.toContain(publisherTraits.address)
  })

  test('the answer has neither credentials nor fingerprint of the client', () => {
    const answer = publishAnswer(callOffer('sendonly', publisherTraits))
    for (const own of [publisherTraits.iceUfrag, publisherTraits.icePwd, publisherTraits.fingerprint]) {
      expect(answer).not.toContain(own)
    }
  })
})

describe('refusals', () => {
  const good = callOffer('sendonly', publisherTraits)
  const cases: [name: string, status: number, offer: string][] = [
    ['nothing', 422, ''],
    ['no SDP', 422, 'hello'],
    ['no section', 422, 'v=0\r\ns=-\r\n'],
    ['an offer of 65 KB', 413, `${good}a=x:${'y'.repeat(65 * 1024)}\r\n`],
    ['twenty sections', 422, offerOf([], ...Array(20).fill(audioSection('0', 'sendonly', publisherTraits)))],
    ['a repeated mid', 422, good.replace('a=mid:1', 'a=mid:0')],
    ['no mid', 422, good.replace('a=mid:1\r\n', '')],
    ['a short ICE password', 422, good.replaceAll(publisherTraits.icePwd, 'short')],
    ['no ICE password', 422, good.replaceAll(/a=ice-pwd:.*\r\n/g, '')],
    ['a broken fingerprint', 422, good.replaceAll(publisherTraits.fingerprint, 'sha-256 zz')],
    ['an outdated fingerprint', 422, good.replaceAll('sha-256', 'md5')],
    ['a holding setup', 422, good.replaceAll('a=setup:actpass', 'a=setup:holdconn')],
    ['no rtcp-mux', 422, good.replaceAll('a=rtcp-mux\r\n', '')],
    ['only a data channel', 422, offerOf(['0'], dataSection('0', publisherTraits))],
    ['a receiver at the endpoint for senders', 422, callOffer('recvonly', publisherTraits)],
    [
      'no codec in common',
      406,
      good.replaceAll('opus', 'speex').replaceAll('VP8', 'VP9').replaceAll('H264', 'H265'),
    ],
    ['a media line with a line break smuggled in', 422, good.replace('m=audio 9', 'm=audio\u0000 9')],
  ]
  test.each(cases)('%s is refused with %i', (_name, status, offer) => {
    expect(refusalOf(() => publishAnswer(offer))).toBe(status)
  })

  test('a payload type that would read as RTCP isn’t used', () => {
    const offer = good.replaceAll('111', '72')
    expect(publishAnswer(offer)).toMatch(/m=audio 0 /)
  })

  test('no mutation of an offer does anything but be answered or refused', () => {
    const offers = [good, callOffer('recvonly', subscriberTraits), chromiumSimulcastOffer]
    const outcomes = { answered: 0, refused: 0 }
    fc.assert(
      fc.property(
        fc.constantFrom(...offers).chain(mutated),
        fc.constantFrom(publishAnswer, subscribeAnswer),
        (offer, answer) => {
          try {
            expect(answer(offer)).toMatch(/^v=0\r\n/)
            outcomes.answered += 1
          } catch (error) {
            expect(error).toBeInstanceOf(MediaRefused)
            outcomes.refused += 1
          }
        },
      ),
      { seed: 20_261_121, numRuns: 2_000 },
    )
    expect(outcomes.answered).toBeGreaterThan(200)
    expect(outcomes.refused).toBeGreaterThan(200)
  })
})

describe('the addresses a server announces', () => {
  const host = (address: string) => `1 1 UDP 2114977791 ${address} 40100 typ host`
  const endpoint = { udpPort: 40_100, bindAddress: '0.0.0.0' }

  test('a machine in a home network also announces its loopback', () => {
    const announced = announcedCandidates([host('192.168.1.5')], endpoint)
    expect(announced[1]).toMatch(/ 127\.0\.0\.1 40100 typ host$/)
  })

  test('a machine without a network announces its loopback', () => {
    expect(announcedCandidates([], endpoint)).toHaveLength(1)
  })

  test('a public server doesn’t, nor one that listens on one address only', () => {
    expect(announcedCandidates([host('8.8.8.8')], endpoint)).toEqual([host('8.8.8.8')])
    expect(
      announcedCandidates([host('10.0.0.5')], { udpPort: 40_100, bindAddress: '10.0.0.5' }),
    ).toHaveLength(1)
  })

  test('behind a NAT it is the public address alone, with the public port where there is one', () => {
    const own = [host('192.168.1.5'), host('2001:db8::1')]
    const announce = (publicAddress: PublicAddress) =>
      announcedCandidates(own, { ...endpoint, publicAddress }).map((each) =>
        each.split(' ').slice(2, 6).join(' '),
      )
    expect(announce({ address: '203.0.113.5' })).toEqual(['UDP 2130706431 203.0.113.5 40100'])
    expect(announce({ address: '203.0.113.5', port: 50_000 })).toEqual(['UDP 2130706431 203.0.113.5 50000'])
    expect(announce({ address: '2001:db8::5' })).toEqual(['UDP 2130706431 2001:db8::5 40100'])
  })
})
