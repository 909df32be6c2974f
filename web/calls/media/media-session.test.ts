import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addSending } from './media-session.ts'

const microphone = { kind: 'audio' }
const camera = { kind: 'video' }
const stream = { getTracks: () => [microphone, camera] } as unknown as MediaStream

/** A peer that records what is added to it; an old one refuses more than one encoding of a track. */
const newPeer = ({ isOld = false } = {}) => {
  const added: { track: unknown; init: RTCRtpTransceiverInit; codecs: string[] }[] = []
  const addTransceiver = (track: unknown, init: RTCRtpTransceiverInit) => {
    if (isOld && (init.sendEncodings?.length ?? 0) > 1) throw new TypeError('rid is not supported')
    const one = { track, init, codecs: [] as string[] }
    added.push(one)
    const setCodecPreferences = (codecs: RTCRtpCodec[]) => {
      one.codecs = codecs.map(({ mimeType }) => mimeType)
    }
    return { setCodecPreferences }
  }
  return { peer: { addTransceiver } as unknown as RTCPeerConnection, added }
}

beforeEach(() => {
  const codecs = ['video/VP9', 'video/rtx', 'video/H264', 'video/VP8'].map((mimeType) => ({ mimeType }))
  vi.stubGlobal('RTCRtpSender', { getCapabilities: () => ({ codecs }) })
})
afterEach(() => void vi.unstubAllGlobals())

describe('what a page publishes', () => {
  test('is the sound once and the picture twice, the smaller one first, each under its own name', () => {
    const { peer, added } = newPeer()
    addSending(peer, stream)
    const [sound, picture] = added
    expect(added).toHaveLength(2)
    expect(sound).toMatchObject({ track: microphone, init: { direction: 'sendonly', streams: [stream] } })
    expect(sound?.init.sendEncodings).toBeUndefined()
    expect(picture).toMatchObject({ track: camera, init: { direction: 'sendonly', streams: [stream] } })
    const encodings = picture?.init.sendEncodings ?? []
    expect(encodings.map(({ rid }) => rid)).toEqual(['l', 'h'])
    expect(encodings.map(({ scaleResolutionDownBy }) => scaleResolutionDownBy)).toEqual([2, 1])
    expect(encodings.map(({ maxBitrate }) => maxBitrate)).toEqual([200_000, 1_500_000])
    expect(picture?.codecs).toEqual(['video/VP8', 'video/H264', 'video/rtx'])
  })

  test('is the picture once where the browser can’t send it twice', () => {
    const { peer, added } = newPeer({ isOld: true })
    addSending(peer, stream)
    expect(added.map(({ track }) => track)).toEqual([microphone, camera])
    expect(added[1]?.init.sendEncodings).toEqual([{ maxBitrate: 1_500_000 }])
    expect(added[1]?.codecs).toEqual(['video/VP8', 'video/H264', 'video/rtx'])
  })
})
