import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setBlur } from './background-blur.ts'
import { deviceMemory } from './device-memory.ts'
import { type LocalMedia, switchLocalDevice } from './local-media.ts'

vi.mock('./background-blur.ts', () => ({ setBlur: vi.fn() }))
vi.mock('./blank-picture.ts', () => ({ isBlank: ({ id }: MediaStreamTrack) => id === 'black picture' }))

const newTrack = (id: string) => {
  const track = {
    id,
    readyState: 'live',
    stop: () => {
      track.readyState = 'ended'
    },
  }
  return track as unknown as MediaStreamTrack
}

const newLocal = (): LocalMedia => {
  let tracks = [newTrack('black picture')]
  const stream = {
    getVideoTracks: () => tracks,
    addTrack: (track: MediaStreamTrack) => {
      tracks = [...tracks, track]
    },
    removeTrack: (track: MediaStreamTrack) => {
      tracks = tracks.filter((each) => each !== track)
    },
  } as unknown as MediaStream
  return { stream, problems: { microphone: null, camera: null } }
}

const camera = newTrack('camera')
beforeEach(() => {
  const getUserMedia = async () => ({ getTracks: () => [camera] })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.spyOn(deviceMemory, 'isBlurOn').mockReturnValue(true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the camera before a call', () => {
  it('is closed again when it is not wanted any more once its background is blurred', async () => {
    const local = newLocal()
    let isWanted = true
    vi.mocked(setBlur).mockImplementation(async () => {
      isWanted = false
      return true
    })
    expect(await switchLocalDevice(local, 'camera', true, () => isWanted)).toBe(true)
    expect(setBlur).toHaveBeenCalledWith(camera, true)
    expect(camera.readyState).toBe('ended')
    expect(local.stream.getVideoTracks().map(({ id }) => id)).toEqual(['black picture'])
  })
})
