import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { safeStore } from '#web/shell/local-store.ts'
import { createStore } from '#web/shell/store.ts'
import { createOwnDevices, type OwnDevices, type OwnDevicesView, ownDevicesView } from './device-changes.ts'
import { createDeviceMemory } from './device-memory.ts'

vi.mock('./blank-picture.ts', () => ({
  isBlank: ({ deviceId }: { deviceId: string }) => deviceId === 'black picture',
}))

/** Devices that can be plugged in and pulled out, as a browser lists them. */
class Desk extends EventTarget {
  devices = ['mic-a', 'mic-b', 'cam-a', 'cam-b']
  open: Track[] = []
  /** A phone's cameras; a desktop's have none. */
  sides: Record<string, string> = {}
  whenOpened = (): void => undefined
  whenBlurred = (): void => undefined
  plug(...devices: string[]) {
    this.devices = devices
    for (const track of this.open.filter(({ deviceId }) => !devices.includes(deviceId))) track.pull()
    this.dispatchEvent(new Event('devicechange'))
  }
  async enumerateDevices() {
    return this.devices.map((deviceId) => ({
      deviceId,
      kind: deviceId.startsWith('mic') ? 'audioinput' : 'videoinput',
      label: deviceId === 'mic-b' ? '' : `The ${deviceId}`,
    }))
  }
  async getUserMedia(wish: MediaStreamConstraints) {
    const kind = wish.audio ? 'mic' : 'cam'
    const constraints = (wish.audio || wish.video) as {
      deviceId?: { exact?: string }
      facingMode?: { exact?: string }
    }
    const side = constraints.facingMode?.exact
    if (side && !this.sides[side]) throw new DOMException('a desktop', 'OverconstrainedError')
    const wanted = side ? this.sides[side] : constraints.deviceId?.exact
    const found = this.devices.find((id) => id.startsWith(kind) && (wanted === undefined || id === wanted))
    if (!found) throw new DOMException('none', 'NotFoundError')
    const opened = this.track(found)
    this.whenOpened()
    return { getTracks: () => [opened] }
  }
  track(deviceId: string) {
    const made = new Track(deviceId)
    this.open.push(made)
    return made
  }
}

class Track extends EventTarget {
  readonly deviceId: string
  readonly kind: string
  enabled = true
  muted = false
  isStopped = false
  constructor(deviceId: string) {
    super()
    this.deviceId = deviceId
    this.kind = deviceId.startsWith('mic') ? 'audio' : 'video'
  }
  isBlurred = false
  getSettings() {
    return { deviceId: this.deviceId, backgroundBlur: this.isBlurred }
  }
  /** Only the first camera's driver blurs. */
  getCapabilities() {
    return this.deviceId === 'cam-a' ? { backgroundBlur: [false, true] } : {}
  }
  getConstraints() {
    return {}
  }
  async applyConstraints({ backgroundBlur = false }: { backgroundBlur?: boolean }) {
    this.isBlurred = backgroundBlur
    desk.whenBlurred()
  }
  stop() {
    this.isStopped = true
  }
  /** The system takes the device away from the page, or gives it back. */
  stall(isStalled: boolean) {
    this.muted = isStalled
    this.dispatchEvent(new Event(isStalled ? 'mute' : 'unmute'))
  }
  pull() {
    const wasOpen = !this.isStopped
    this.isStopped = true
    if (wasOpen) this.dispatchEvent(new Event('ended'))
  }
}

const streamOf = (...tracks: Track[]) => {
  let held = tracks
  const ofKind = (kind: string) => held.filter((track) => track.kind === kind)
  return {
    getTracks: () => held,
    getAudioTracks: () => ofKind('audio'),
    getVideoTracks: () => ofKind('video'),
    addTrack: (track: Track) => {
      held = [...held, track]
    },
    removeTrack: (track: Track) => {
      held = held.filter((each) => each !== track)
    },
  } as unknown as MediaStream
}

let desk: Desk
beforeEach(() => {
  desk = new Desk()
  vi.stubGlobal('navigator', { mediaDevices: desk })
})
afterEach(() => void vi.unstubAllGlobals())

const openCameras = () =>
  desk.open.filter(({ kind, isStopped }) => kind === 'video' && !isStopped).map(({ deviceId }) => deviceId)

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

const begin = async (camera = 'cam-a') => {
  const stream = streamOf(desk.track('mic-a'), desk.track(camera))
  const store = createStore<OwnDevicesView>(ownDevicesView(stream))
  const sent: string[] = []
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as unknown as Storage
  const memory = createDeviceMemory(safeStore(() => storage))
  const sender = { replaceTrack: async (track: Track | null) => void sent.push(track?.deviceId ?? 'nothing') }
  const devices = createOwnDevices({
    kind: 'video',
    stream,
    store,
    senderOf: () => sender as unknown as RTCRtpSender,
    memory,
  })
  await settled()
  return { devices, store, stream, sent, memory, deviceChange: () => store.get().deviceChange }
}

describe('the member’s own devices in a call', () => {
  it('are each listed with a name', async () => {
    const { store } = await begin()
    expect(store.get().microphones).toEqual([
      { deviceId: 'mic-a', label: 'The mic-a' },
      { deviceId: 'mic-b', label: 'マイク 2' },
    ])
    expect(store.get()).toMatchObject({ microphoneId: 'mic-a', cameraId: 'cam-a' })
  })

  it('send no picture while the camera is off, which is closed and opened again', async () => {
    const { devices, store, sent } = await begin()
    devices.setCameraOn(false)
    expect(sent).toEqual(['nothing'])
    expect(desk.open.find(({ kind }) => kind === 'video')?.isStopped).toBe(true)
    expect(store.get()).toMatchObject({ isCameraOn: false, hasCamera: true })
    devices.setCameraOn(true)
    await settled()
    expect(sent).toEqual(['nothing', 'cam-a'])
    expect(store.get().isCameraOn).toBe(true)
  })

  it('leave the camera closed that was switched off while the browser opened it', async () => {
    const { devices, sent, stream } = await begin()
    devices.setCameraOn(false)
    devices.setCameraOn(true)
    devices.setCameraOn(false)
    await settled()
    expect(sent).toEqual(['nothing', 'nothing'])
    expect((stream.getVideoTracks() as unknown as Track[]).every(({ isStopped }) => isStopped)).toBe(true)
  })

  it.each([
    ['by the member', (devices: OwnDevices) => devices.setCameraOn(false)],
    ['with the call’s pictures', (devices: OwnDevices) => devices.setKind('voice')],
  ])(
    'leave the camera closed that was switched off %s while it was flipped, and open the other one then',
    async (_, turnOff) => {
      const { devices, store, sent, stream } = await begin()
      const flipped = devices.flipCamera()
      turnOff(devices)
      await flipped
      expect(openCameras()).toEqual([])
      expect(sent).toEqual(['nothing'])
      expect(store.get()).toMatchObject({ isCameraOn: false, hasCamera: true, deviceChange: null })
      devices.setKind('video')
      devices.setCameraOn(true)
      await settled()
      expect(openCameras()).toEqual(['cam-b'])
      expect(sent).toEqual(['nothing', 'cam-b'])
      expect(stream.getVideoTracks().map(({ enabled }) => enabled)).toEqual([true])
    },
  )

  it('leave the camera closed that was switched off once the other one was open', async () => {
    const { devices, store, sent } = await begin()
    desk.sides = { user: 'cam-a', environment: 'cam-b' }
    desk.whenOpened = () => devices.setCameraOn(false)
    await devices.flipCamera()
    expect(openCameras()).toEqual([])
    expect(sent).toEqual(['nothing'])
    expect(store.get()).toMatchObject({ isCameraOn: false, cameraId: 'cam-b', facing: 'environment' })
  })

  it('leave the camera closed that was switched off while it was chosen, and open the chosen one then', async () => {
    const { devices, sent, memory } = await begin()
    const chosen = devices.choose('camera', 'cam-b')
    devices.setCameraOn(false)
    expect(await chosen).toBe(true)
    expect(openCameras()).toEqual([])
    expect(memory.chosen('camera')).toBe('cam-b')
    devices.setCameraOn(true)
    await settled()
    expect(openCameras()).toEqual(['cam-b'])
    expect(sent).toEqual(['nothing', 'cam-b'])
  })

  it('leave the camera closed that was switched off while its background was blurred', async () => {
    const { devices, sent, memory } = await begin('cam-b')
    memory.rememberBlur(true)
    desk.whenBlurred = () => devices.setCameraOn(false)
    await devices.choose('camera', 'cam-a')
    expect(openCameras()).toEqual([])
    expect(sent).toEqual(['nothing'])
  })

  it('leave the camera closed that was switched off while another one replaced it', async () => {
    const { devices, sent, deviceChange } = await begin()
    desk.plug('mic-a', 'cam-b')
    devices.setCameraOn(false)
    await settled()
    expect(openCameras()).toEqual([])
    expect(sent).toEqual(['nothing'])
    expect(deviceChange()).toBeNull()
  })

  it('leave the camera closed that is back while it is switched off, until it is switched on', async () => {
    const { devices, store, sent } = await begin()
    desk.plug('mic-a')
    await settled()
    devices.setCameraOn(false)
    desk.plug('mic-a', 'cam-b')
    await settled()
    expect(openCameras()).toEqual([])
    expect(store.get().hasCamera).toBe(true)
    devices.setCameraOn(true)
    await settled()
    expect(openCameras()).toEqual(['cam-b'])
    expect(sent).toEqual(['nothing', 'cam-b'])
  })

  it('open one camera when it is switched off and on again while it is flipped', async () => {
    const { devices, sent } = await begin()
    const flipped = devices.flipCamera()
    devices.setCameraOn(false)
    devices.setCameraOn(true)
    await flipped
    await settled()
    expect(openCameras()).toEqual(['cam-b'])
    expect(desk.open.filter(({ kind }) => kind === 'video')).toHaveLength(2)
    expect(sent).toEqual(['nothing', 'cam-b'])
  })

  it('are changed on the same connection, remembered, and stay muted', async () => {
    const { devices, store, stream, sent, memory } = await begin()
    devices.setMuted(true)
    expect(await devices.choose('microphone', 'mic-b')).toBe(true)
    expect(sent).toEqual(['mic-b'])
    expect(stream.getAudioTracks().map(({ enabled }) => enabled)).toEqual([false])
    expect(store.get()).toMatchObject({ microphoneId: 'mic-b', isMuted: true, deviceChange: null })
    expect(memory.chosen('microphone')).toBe('mic-b')
    expect(desk.open[0]?.isStopped).toBe(true)
  })

  it('stay as they are when another one can’t be opened', async () => {
    const { devices, store, memory } = await begin()
    expect(await devices.choose('camera', 'cam-x')).toBe(false)
    expect(await devices.choose('microphone', 'mic-x')).toBe(false)
    expect(store.get()).toMatchObject({
      cameraId: 'cam-a',
      microphoneId: 'mic-a',
      hasCamera: true,
      deviceChange: null,
    })
    expect(memory.chosen('camera')).toBeNull()
  })

  it('flip to the other camera where no camera reports a side, and that choice isn’t remembered', async () => {
    const { devices, store, sent, memory } = await begin()
    await devices.flipCamera()
    expect(sent).toEqual(['cam-b'])
    expect(store.get()).toMatchObject({ cameraId: 'cam-b', facing: 'environment' })
    expect(memory.chosen('camera')).toBeNull()
  })

  it('are replaced by another one when one is pulled out, and the member is informed', async () => {
    const { store, sent, deviceChange } = await begin()
    desk.plug('mic-b', 'cam-a')
    await settled()
    expect(sent).toEqual(['mic-b'])
    expect(store.get()).toMatchObject({ hasMicrophone: true, microphoneId: 'mic-b' })
    expect(deviceChange()).toEqual({ device: 'microphone', outcome: 'changed' })
  })

  it('are reported as gone when there is no other, and used again when they are back', async () => {
    const { store, sent, deviceChange } = await begin()
    desk.plug('mic-a', 'mic-b')
    await settled()
    expect(store.get().hasCamera).toBe(false)
    expect(deviceChange()).toEqual({ device: 'camera', outcome: 'gone' })
    desk.plug('mic-a', 'mic-b', 'cam-b')
    await settled()
    expect(sent).toEqual(['cam-b'])
    expect(store.get()).toMatchObject({ hasCamera: true, cameraId: 'cam-b' })
    expect(deviceChange()).toEqual({ device: 'camera', outcome: 'back' })
  })

  it('leave the camera closed in a call that began without it, until it is switched on', async () => {
    const { devices, store, sent, memory } = await begin('black picture')
    expect(store.get()).toMatchObject({ hasCamera: true, isCameraOn: false, cameraId: null })
    expect(await devices.choose('camera', 'cam-b')).toBe(true)
    expect(desk.open.map(({ deviceId }) => deviceId)).toEqual(['mic-a', 'black picture'])
    devices.setCameraOn(true)
    devices.setCameraOn(true)
    await settled()
    expect(sent).toEqual(['cam-b'])
    expect(store.get()).toMatchObject({ isCameraOn: true, cameraId: 'cam-b' })
    devices.setCameraOn(false)
    expect(memory.switches()).toEqual({ microphone: true, camera: false })
  })

  it('blur the background where the camera can, and again when that camera is opened again', async () => {
    const { devices, store, memory, stream } = await begin()
    expect(store.get().isBlurred).toBe(false)
    expect(await devices.setBlurred(true)).toBe(true)
    expect(store.get().isBlurred).toBe(true)
    expect(memory.isBlurOn()).toBe(true)
    await devices.choose('camera', 'cam-b')
    expect(store.get().isBlurred).toBeNull()
    expect(await devices.setBlurred(true)).toBe(false)
    await devices.choose('camera', 'cam-a')
    expect(store.get().isBlurred).toBe(true)
    expect((stream.getVideoTracks()[0] as unknown as Track).isBlurred).toBe(true)
  })

  it('stay off when a camera that is switched on can’t be opened', async () => {
    const { devices, store, deviceChange } = await begin('black picture')
    desk.devices = ['mic-a']
    devices.setCameraOn(true)
    await settled()
    expect(deviceChange()).toEqual({ device: 'camera', outcome: 'refused' })
    expect(store.get().isCameraOn).toBe(false)
  })

  it('are known to deliver nothing, from the beginning and from any moment on', async () => {
    const { devices, store } = await begin()
    const stalled = () => store.get().isStalled
    expect(stalled()).toEqual({ microphone: false, camera: false })
    const camera = desk.open.find(({ deviceId }) => deviceId === 'cam-a')
    camera?.stall(true)
    expect(stalled()).toEqual({ microphone: false, camera: true })
    camera?.stall(false)
    expect(stalled()).toEqual({ microphone: false, camera: false })
    camera?.stall(true)
    await devices.choose('camera', 'cam-b')
    expect(stalled()).toEqual({ microphone: false, camera: false })
    camera?.stall(true)
    expect(stalled().camera).toBe(false)
  })

  it('ignore a device that isn’t in use, and every change after the call', async () => {
    const { devices, deviceChange, sent } = await begin()
    desk.plug('mic-a', 'cam-a')
    await settled()
    devices.close()
    desk.plug()
    await settled()
    expect(deviceChange()).toBeNull()
    expect(sent).toEqual([])
  })
})
