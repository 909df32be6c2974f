import { describe, expect, test } from 'vitest'
import { negotiatePublish, negotiateSubscribe } from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { callOffer, publisherTraits } from './offers.ts'
import { answerOf } from './support/answer-of.ts'
import { answering, hostileOffers, largestOffers } from './support/hostile-offers.ts'
import { refusalOf } from './support/refusal-of.ts'
import { workMsMax, workMsOf } from './support/work-of.ts'

const videoFormats = (offer: string) =>
  parseOffer(offer).sections.find(({ media }) => media === 'video')?.formats ?? []

const { local, sources } = answering

/** All that the media process does with an offer, in one direction and in the other. */
const negotiate = (offer: string): void => {
  answerOf(negotiatePublish(parseOffer(offer), ['audio', 'video']), local, null)
  const received = offer.replaceAll('a=sendonly', 'a=recvonly')
  answerOf(negotiateSubscribe(parseOffer(received), ['audio', 'video']), local, () => sources)
}

describe('an offer with too much of something', () => {
  test.each(Object.entries(hostileOffers))('%s: is refused within 5 ms', async (name, offer) => {
    const status = name === '64 KB of everything' ? 413 : 422
    expect(await refusalOf((async () => negotiate(offer))())).toBe(status)
    const work = (each: string) => {
      try {
        negotiate(each)
      } catch {
        // A refusal costs no more than an answer.
      }
    }
    expect(workMsOf(() => offer, work)).toBeLessThan(workMsMax)
  })
})

describe('the most that an offer may hold', () => {
  test.each(Object.entries(largestOffers))('%s: is answered within 5 ms', (_name, offer) => {
    expect(workMsOf(() => offer, negotiate)).toBeLessThan(workMsMax)
  })
})

describe('the formats of an offer', () => {
  const good = callOffer('sendonly', publisherTraits)

  test('have their retransmissions wherever `apt` stands', () => {
    for (const parameters of ['apt=96', 'rtx-time=200;apt=96', 'rtx-time=200; apt=96 ;x=1']) {
      const [vp8] = videoFormats(good.replace('a=fmtp:97 apt=96', `a=fmtp:97 ${parameters}`))
      expect(vp8).toMatchObject({ payloadType: 96, rtxPayloadType: 97 })
    }
    const [vp8] = videoFormats(good.replace('a=fmtp:97 apt=96', 'a=fmtp:97 apt=960'))
    expect(vp8?.rtxPayloadType).toBeNull()
  })

  test('of two retransmissions have the one that stands first', () => {
    const [vp8] = videoFormats(good.replace('a=fmtp:109 apt=108', 'a=fmtp:109 apt=96'))
    expect(vp8?.rtxPayloadType).toBe(97)
  })

  test('have the feedback of their own payload type, in order', () => {
    expect(videoFormats(good).find(({ payloadType }) => payloadType === 108)?.feedback).toEqual([
      'goog-remb',
      'nack',
      'nack pli',
    ])
  })
})
