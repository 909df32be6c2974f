import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addSending, addSilent, attachTracks, detachTracks } from './transceivers.ts'

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

  test('has a place for sound also without a microphone, which may be chosen later', () => {
    const silent = { getTracks: () => [camera] } as unknown as MediaStream
    const { peer, added } = newPeer()
    addSending(peer, silent, { kind: 'voice', isCameraOn: false })
    expect(added).toMatchObject([{ track: 'audio', init: { direction: 'sendonly', streams: [silent] } }])
    const seen = newPeer()
    addSending(seen.peer, silent, { kind: 'video', isCameraOn: true })
    expect(seen.added.map(({ track }) => track)).toEqual(['audio', camera])
    const spoken = newPeer()
    addSending(spoken.peer, stream, { kind: 'voice', isCameraOn: false })
    expect(spoken.added.map(({ track }) => track)).toEqual([microphone])
  })
})

/** A peer with a place for sound and one for the picture, which records what is put there. */
const newPlaces = () => {
  const replaced: unknown[] = []
  const newPlace = (kind: string) => {
    const sender = {
      track: null as unknown,
      replaceTrack: async (track: unknown) => {
        replaced.push(track)
        // A browser does it a moment later.
        await Promise.resolve()
        sender.track = track
      },
    }
    return { receiver: { track: { kind } }, sender }
  }
  const places = ['audio', 'video'].map(newPlace)
  const tracks = () => places.map(({ sender }) => sender.track)
  return { peer: { getTransceivers: () => places } as unknown as RTCPeerConnection, replaced, tracks }
}

describe('what a page brings up while its call rings', () => {
  test('has no track, so that nothing leaves the device, and the same places as what it publishes later', () => {
    vi.stubGlobal('MediaStream', class {})
    const [silent, sending] = [newPeer(), newPeer()]
    addSilent(silent.peer, 'video')
    addSending(sending.peer, stream)
    expect(silent.added.map(({ track }) => track)).toEqual(['audio', 'video'])
    const places = ({ added }: ReturnType<typeof newPeer>) =>
      added.map(({ init: { direction, sendEncodings }, codecs }) => ({ direction, sendEncodings, codecs }))
    expect(places(silent)).toEqual(places(sending))
    const voice = newPeer()
    addSilent(voice.peer, 'voice')
    expect(voice.added.map(({ track }) => track)).toEqual(['audio'])
  })

  test('sends the own tracks from the accept on, without a camera that is off', async () => {
    const { peer, replaced, tracks } = newPlaces()
    attachTracks(peer, stream, false)
    expect(replaced.splice(0)).toEqual([microphone])
    await vi.waitFor(() => expect(tracks()).toEqual([microphone, null]))
    attachTracks(peer, stream, true)
    expect(replaced.splice(0)).toEqual([camera])
    await vi.waitFor(() => expect(tracks()).toEqual([microphone, camera]))
    // Switched off meanwhile.
    attachTracks(peer, stream, false)
    expect(replaced).toEqual([null])
    attachTracks(null, stream, true)
  })

  test('takes the own tracks back, also before they are in their places, and sends them again', async () => {
    const { peer, replaced, tracks } = newPlaces()
    attachTracks(peer, stream, true)
    detachTracks(peer)
    expect(replaced.splice(0)).toEqual([microphone, camera, null, null])
    await vi.waitFor(() => expect(tracks()).toEqual([null, null]))
    attachTracks(peer, stream, true)
    await vi.waitFor(() => expect(tracks()).toEqual([microphone, camera]))
    // In the same moment: the places still have the tracks that are being taken back.
    detachTracks(peer)
    attachTracks(peer, stream, true)
    expect(replaced).toEqual([microphone, camera, null, null, microphone, camera])
    detachTracks(null)
  })
})
