import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  type LocalTransport,
  negotiatePublish,
  negotiateSubscribe,
} from '#adapters/media/embedded/signaling/negotiate.ts'
import { parseOffer } from '#adapters/media/embedded/signaling/sdp.ts'
import { answerOf } from './support/answer-of.ts'

/**
 * Recorded from clients that nobody here wrote, while they published into a live room or watched one: aiortc 1.16, pion
 * 4.2 with all of its codecs or one of them, and whipsink, whipclientsink and whepsrc 0.15 on GStreamer 1.22 with x264.
 */
const offerOf = async (name: string): Promise<string> => {
  const text = await readFile(new URL(`./stock-offers/${name}.sdp`, import.meta.url), 'utf8')
  return text.replaceAll('\n', '\r\n')
}

const local: LocalTransport = {
  iceUfrag: 'serv',
  icePwd: 'serverPasswordOf24charact',
  fingerprint: `sha-256 ${Array(32).fill('EE').join(':')}`,
  setup: 'active',
  candidates: ['1 1 UDP 2114977791 192.0.2.2 40100 typ host'],
}

/** Media, port, direction and codecs of each section of an answer. */
const answered = (sdp: string) =>
  sdp
    .split(/(?=^m=)/m)
    .slice(1)
    .map((section) => {
      const [, kind, port] = /^m=(\w+) (\d+) /.exec(section) ?? []
      const codecs = [...section.matchAll(/^a=rtpmap:\d+ (\w+)/gm)].map(([, name]) => name)
      const direction = /^a=(sendonly|recvonly|inactive)\r$/m.exec(section)?.[1]
      return `${kind} ${port} ${direction} ${codecs.filter((name) => name !== 'rtx').join(' ')}`
    })
    .sort()

describe('a stock client that publishes', () => {
  test.each([
    ['aiortc-publish', 'VP8'],
    ['aiortc-publish-h264', 'H264'],
    ['pion-publish', 'VP8'],
    ['pion-publish-h264', 'H264'],
    ['gstreamer-publish', 'VP8'],
    ['gstreamer-publish-h264', 'H264'],
    ['whipclientsink-publish', 'VP8'],
    ['whipclientsink-publish-h264', 'H264'],
  ])('%s: its sound and its picture in %s are taken', async (name, codec) => {
    const negotiation = negotiatePublish(parseOffer(await offerOf(name)), ['audio', 'video'])
    const answer = answerOf(negotiation, local, null)
    expect(answered(answer)).toEqual(['audio 9 recvonly opus', `video 9 recvonly ${codec}`])
    expect(answer).toContain(`a=group:BUNDLE ${negotiation.offer.bundledMids.join(' ')}\r\n`)
  })

  test('leaves the choice to pion, which offers all of its codecs and may have a picture in any', async () => {
    const offer = parseOffer(await offerOf('pion-publish'))
    const negotiation = negotiatePublish(offer, ['audio', 'video'], { isChoiceLeft: true })
    const [, video] = answered(answerOf(negotiation, local, null))
    expect(video).toMatch(/^video 9 recvonly VP8 H264/)
  })
})

describe('a stock client that watches', () => {
  test.each([
    ['aiortc-receive', 'VP8 H264'],
    ['pion-receive', 'VP8 H264'],
    ['gstreamer-receive', 'VP8'],
  ])('%s: gets sound, and the picture in any of %s', async (name, codecs) => {
    const negotiation = negotiateSubscribe(parseOffer(await offerOf(name)), ['audio', 'video'])
    const answer = answerOf(negotiation, local, () => ({ ssrc: 1001, rtxSsrc: 1002 }))
    expect(answered(answer)).toEqual(['audio 9 sendonly opus', `video 9 sendonly ${codecs}`])
    expect(answer.match(/^a=candidate:/gm)).toHaveLength(1)
  })
})
