import { afterEach, describe, expect, it, vi } from 'vitest'
import { acquireLocalMedia } from './local-media.ts'
import { preopenCamera } from './preopened-camera.ts'

vi.stubGlobal(
  'MediaStream',
  class {
    readonly tracks: MediaStreamTrack[]
    constructor(tracks: MediaStreamTrack[] = []) {
      this.tracks = tracks
    }
    getTracks = () => this.tracks
    getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio')
    getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video')
  },
)

const fakeTrack = (kind: 'audio' | 'video') => {
  const track = {
    kind,
    readyState: 'live',
    enabled: true,
    onended: null as (() => void) | null,
    stop: () => (track.readyState = 'ended'),
  }
  return track as unknown as MediaStreamTrack
}

const begin = ({ isAllowed = true, isVisible = true } = {}) => {
  const shown: ('picture' | 'nothing')[] = []
  const openings: { track: MediaStreamTrack; finish: () => void }[] = []
  const nothing = (): void => undefined
  const page = { isVisible, listener: nothing }
  const camera = preopenCamera((picture) => shown.push(picture ? 'picture' : 'nothing'), {
    isAllowed: async () => isAllowed,
    isVisible: () => page.isVisible,
    onVisibility: (listener) => {
      page.listener = listener
      return () => {
        page.listener = nothing
      }
    },
    open: () => {
      const track = fakeTrack('video')
      const { promise, resolve } = Promise.withResolvers<MediaStreamTrack>()
      openings.push({ track, finish: () => resolve(track) })
      return promise
    },
  })
  const turn = async () => {
    for (let count = 0; count < 10; count++) await Promise.resolve()
  }
  const show = async (isNowVisible: boolean) => {
    page.isVisible = isNowVisible
    page.listener()
    await turn()
  }
  const opened = async (index = 0) => {
    await turn()
    openings[index]?.finish()
    await turn()
    return openings[index]?.track
  }
  return { camera, shown, openings, show, opened, turn }
}

describe('the camera while a call rings', () => {
  it('is opened, shown, and given to the answer', async () => {
    const { camera, shown, opened } = begin()
    const track = await opened()
    expect(shown).toEqual(['picture'])
    expect(await camera.take()).toBe(track)
    expect(track?.readyState).toBe('live')
  })

  it('stays closed where the browser would ask', async () => {
    const { camera, openings, turn } = begin({ isAllowed: false })
    await turn()
    expect(openings).toEqual([])
    expect(camera.take()).toBeNull()
  })

  it('is open only while the page is visible', async () => {
    const { shown, openings, show, opened } = begin({ isVisible: false })
    expect(openings).toEqual([])
    await show(true)
    const first = await opened(0)
    expect(shown).toEqual(['picture'])
    await show(false)
    expect(first?.readyState).toBe('ended')
    expect(shown).toEqual(['picture', 'nothing'])
    await show(true)
    expect((await opened(1))?.readyState).toBe('live')
  })

  it('is stopped when the page is hidden, or the ring over, while it is being opened', async () => {
    const hidden = begin()
    await hidden.turn()
    await hidden.show(false)
    expect((await hidden.opened())?.readyState).toBe('ended')
    expect(hidden.shown).toEqual([])

    const over = begin()
    await over.turn()
    over.camera.close()
    expect((await over.opened())?.readyState).toBe('ended')
    expect(over.shown).toEqual([])
  })

  it('goes to an answer that comes while it is being opened, also when the page is hidden then', async () => {
    const { camera, show, opened, turn } = begin()
    await turn()
    const taken = camera.take()
    await show(false)
    const track = await opened()
    expect(await taken).toBe(track)
    expect(track?.readyState).toBe('live')
  })

  it('is not shown, nor given to the answer, when it has been unplugged', async () => {
    const { camera, shown, opened } = begin()
    const track = await opened()
    track?.stop()
    track?.onended?.(new Event('ended'))
    expect(shown).toEqual(['picture', 'nothing'])
    expect(camera.take()).toBeNull()
  })

  it('stays closed when the answer comes before it is known to be allowed', async () => {
    const { camera, openings, turn } = begin()
    expect(camera.take()).toBeNull()
    await turn()
    expect(openings).toEqual([])
  })

  it('is stopped, and not opened anew, when the call is given up while it is handed over', async () => {
    const open = begin()
    const track = await open.opened()
    void open.camera.take()
    open.camera.close()
    expect(track?.readyState).toBe('ended')

    const early = begin()
    await early.turn()
    const taken = early.camera.take()
    early.camera.close()
    const late = await early.opened()
    expect(await taken).toBe(late)
    expect(late?.readyState).toBe('ended')
    expect(early.shown).toEqual([])
  })
})

describe('the devices of a call whose camera is open already', () => {
  const request = async (ahead: MediaStreamTrack | null) => {
    const asked: string[][] = []
    const devices = {
      getUserMedia: async (wish: MediaStreamConstraints) => {
        const kinds = (['audio', 'video'] as const).filter((kind) => wish[kind])
        asked.push(kinds)
        return new MediaStream(kinds.map(fakeTrack))
      },
    } as unknown as MediaDevices
    const switches = { microphone: true, camera: true }
    const local = await acquireLocalMedia('video', switches, Promise.resolve(ahead), devices)
    return { asked, local }
  }

  it('are that camera and a microphone', async () => {
    const camera = fakeTrack('video')
    const { asked, local } = await request(camera)
    expect(asked).toEqual([['audio']])
    expect(local.stream.getVideoTracks()).toEqual([camera])
    expect(local.problems).toEqual({ microphone: null, camera: null })
  })

  it('are opened anew when it was closed meanwhile', async () => {
    const { asked, local } = await request(null)
    expect(asked).toEqual([['audio'], ['video']])
    expect(local.stream.getTracks()).toHaveLength(2)
  })
})

describe('the devices that open without a question', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })
  const answering = (query: (name: string) => Promise<{ state: string }>) =>
    vi.stubGlobal('navigator', { permissions: { query: ({ name }: { name: string }) => query(name) } })
  /** As a page that was just opened learns it. */
  const grantedDevices = async () => (await import('./local-media.ts')).grantedDevices()

  it('are those that the browser names as granted, also when that has changed', async () => {
    const statuses = { microphone: { state: 'granted' }, camera: { state: 'prompt' } }
    answering(async (name) => statuses[name as keyof typeof statuses])
    expect(await grantedDevices()).toEqual({ microphone: true, camera: false })
    statuses.microphone.state = 'denied'
    statuses.camera.state = 'granted'
    expect(await grantedDevices()).toEqual({ microphone: false, camera: true })
  })

  it('are none where the browser can’t tell', async () => {
    answering(() => Promise.reject(new TypeError('unknown permission')))
    expect(await grantedDevices()).toEqual({ microphone: false, camera: false })
    vi.stubGlobal('navigator', {})
    expect(await grantedDevices()).toEqual({ microphone: false, camera: false })
  })
})
