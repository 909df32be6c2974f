import { expect, it } from 'vitest'
import { describeOffer } from './offer.ts'

const offered = (payloadType: number, parameters: string) =>
  [
    'v=0',
    `m=audio 9 UDP/TLS/RTP/SAVPF ${payloadType} 63 9`,
    `a=rtpmap:${payloadType} opus/48000/2`,
    ...(parameters ? [`a=fmtp:${payloadType} ${parameters}`] : []),
    'a=rtpmap:63 red/48000/2',
    `a=fmtp:63 ${payloadType}/${payloadType}`,
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'a=rtpmap:96 VP8/90000',
    '',
  ].join('\r\n')

const peerWith = (sdp: string, { refuses = false } = {}) => {
  const descriptions: (string | undefined)[] = []
  const peer = {
    createOffer: async () => ({ type: 'offer', sdp }),
    setLocalDescription: async (description?: { sdp: string }) => {
      if (refuses && description) throw new DOMException('changed', 'InvalidModificationError')
      descriptions.push(description?.sdp)
    },
  }
  return { descriptions, peer: peer as unknown as RTCPeerConnection }
}

it.each([
  ['minptime=10;useinbandfec=1', 'minptime=10;useinbandfec=1;stereo=1'],
  ['minptime=10;stereo=1', 'minptime=10;stereo=1'],
  ['', 'stereo=1'],
])('asks to receive opus in stereo, where it was %j', async (parameters, requests) => {
  const { peer, descriptions } = peerWith(offered(111, parameters))
  await describeOffer(peer, 'whep')
  expect(descriptions).toEqual([offered(111, requests)])
})

it('offers what it sends as the browser says it', async () => {
  const { peer, descriptions } = peerWith(offered(111, 'minptime=10'))
  await describeOffer(peer, 'whip')
  expect(descriptions).toEqual([undefined])
})

it('offers without stereo to a browser that refuses the change', async () => {
  const { peer, descriptions } = peerWith(offered(109, 'minptime=10'), { refuses: true })
  await describeOffer(peer, 'whep')
  expect(descriptions).toEqual([undefined])
})
