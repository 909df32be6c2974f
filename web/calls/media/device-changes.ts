import type { CallKind } from '#contract/calls/calls.ts'
import type { Store } from '#web/shell/store.ts'
import { canBlur, isBlurred, setBlur } from './background-blur.ts'
import { isBlank } from './blank-picture.ts'
import { type DeviceMemory, deviceMemory } from './device-memory.ts'
import { acquireTrack, audioWish, type Facing, pictureSize, videoWish } from './local-media.ts'

export interface DeviceChoice {
  deviceId: string
  label: string
}

/**
 * `changed`: another device replaced it. `gone`: no such device is left. `back`: there is one again.
 * `refused`: it was switched on and can't be opened.
 */
export interface DeviceChange {
  device: 'microphone' | 'camera'
  outcome: 'changed' | 'gone' | 'back' | 'refused'
}

export interface OwnDevicesView {
  hasMicrophone: boolean
  hasCamera: boolean
  isMuted: boolean
  isCameraOn: boolean
  /**
   * The device is open and delivers nothing (`muted`, W3C Media Capture and Streams 4.3.1): the system holds it back, as
   * during a phone call or while another app is in front, or it hangs.
   */
  isStalled: Record<OwnDevice, boolean>
  facing: Facing
  microphones: readonly DeviceChoice[]
  /** With more than one, the member can switch between them. */
  cameras: readonly DeviceChoice[]
  /** The microphone in use; null where the browser doesn't report it. */
  microphoneId: string | null
  cameraId: string | null
  /** Whether the camera's background is blurred; null where it can't be. */
  isBlurred: boolean | null
  /** The last change that a device made by itself; a new object each time. */
  deviceChange: DeviceChange | null
}

type OwnDevice = DeviceChange['device']

interface Sort {
  track: 'audio' | 'video'
  listed: MediaDeviceKind
  has: 'hasMicrophone' | 'hasCamera'
  chosen: 'microphoneId' | 'cameraId'
  list: 'microphones' | 'cameras'
  name: string
}

const sorts = {
  microphone: {
    track: 'audio',
    listed: 'audioinput',
    has: 'hasMicrophone',
    chosen: 'microphoneId',
    list: 'microphones',
    name: 'マイク',
  },
  camera: {
    track: 'video',
    listed: 'videoinput',
    has: 'hasCamera',
    chosen: 'cameraId',
    list: 'cameras',
    name: 'カメラ',
  },
} as const satisfies Record<OwnDevice, Sort>

const facingOf = (track: MediaStreamTrack | null, otherwise: Facing): Facing => {
  const facing = track?.getSettings().facingMode
  return facing === 'user' || facing === 'environment' ? facing : otherwise
}

const idOf = (track: MediaStreamTrack | null): string | null =>
  track && !isBlank(track) ? (track.getSettings().deviceId ?? null) : null

const blurOf = (camera: MediaStreamTrack | null): boolean | null =>
  canBlur(camera) ? isBlurred(camera) : null

const trackOf = (stream: MediaStream, device: OwnDevice): MediaStreamTrack | null =>
  (device === 'microphone' ? stream.getAudioTracks() : stream.getVideoTracks())[0] ?? null

/** Whether the stream has a camera's picture, and not the black one. */
export const isCameraOn = (stream: MediaStream): boolean => {
  const camera = trackOf(stream, 'camera')
  return camera !== null && !isBlank(camera)
}

export const ownDevicesView = (stream: MediaStream): OwnDevicesView => {
  const [microphone, camera] = [trackOf(stream, 'microphone'), trackOf(stream, 'camera')]
  return {
    hasMicrophone: microphone !== null,
    hasCamera: camera !== null,
    isMuted: microphone?.enabled === false,
    isCameraOn: isCameraOn(stream),
    isStalled: { microphone: microphone?.muted === true, camera: camera?.muted === true },
    facing: facingOf(camera, 'user'),
    microphones: [],
    cameras: [],
    microphoneId: idOf(microphone),
    cameraId: idOf(camera),
    isBlurred: blurOf(camera),
    deviceChange: null,
  }
}

const listed = async (): Promise<MediaDeviceInfo[]> => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  try {
    return (await devices?.enumerateDevices?.()) ?? []
  } catch {
    return []
  }
}

export interface OwnDevices {
  /** Isn't remembered: a call that begins in silence was chosen before it. */
  setMuted(isMuted: boolean): void
  /** Off stops the camera and sends no picture; on opens it again. Is remembered for the next call. */
  setCameraOn(isOn: boolean): void
  /** The call goes on with the camera, which is opened, or without it. */
  setKind(kind: CallKind): void
  /**
   * Blurs what is behind the member, for this and later calls in this browser.
   * @returns false when the camera refuses
   */
  setBlurred(isOn: boolean): Promise<boolean>
  /** Switches to the other camera. Resolves when its picture is shown, or when the switch failed. */
  flipCamera(): Promise<void>
  /**
   * Switches to this device and remembers it.
   * @returns false when it can't be opened: then the previous one stays
   */
  choose(device: OwnDevice, deviceId: string): Promise<boolean>
  /** Stops listening for changes. The owner of the stream stops its tracks. */
  close(): void
}

interface OwnDevicesOptions {
  kind: CallKind
  stream: MediaStream
  store: Pick<Store<OwnDevicesView>, 'get' | 'update'>
  /**
   * The sender of this kind of track; undefined while the connection is being replaced, which then sends the
   * stream as it is.
   */
  senderOf(kind: 'audio' | 'video'): RTCRtpSender | undefined
  memory?: DeviceMemory
}

/**
 * The member's own microphone and camera during the call: muting, switching, and what happens when one is
 * pulled out.
 */
export const createOwnDevices = (options: OwnDevicesOptions): OwnDevices => {
  const { stream, store, senderOf, memory = deviceMemory } = options
  const ownOf = (kind: CallKind): readonly OwnDevice[] =>
    kind === 'video' ? ['microphone', 'camera'] : ['microphone']
  let own = ownOf(options.kind)
  const lost = new Set<OwnDevice>()
  let isClosed = false

  const isOn = (device: OwnDevice): boolean =>
    device === 'microphone' ? !store.get().isMuted : store.get().isCameraOn

  const isWanted = (device: OwnDevice): boolean =>
    !isClosed && (device === 'microphone' || store.get().isCameraOn)

  const wishOf = (device: OwnDevice, exactly?: string): MediaStreamConstraints => {
    const exact = exactly === undefined ? null : { deviceId: { exact: exactly } }
    if (device === 'microphone') return { audio: { ...audioWish(), ...exact } }
    return { video: exact ? { ...pictureSize, ...exact } : videoWish(store.get().facing) }
  }

  const blurAsChosen = async (camera: MediaStreamTrack) => {
    if (canBlur(camera) && isBlurred(camera) !== memory.isBlurOn()) await setBlur(camera, memory.isBlurOn())
  }

  /** While it is, switching the camera on only says that it is wanted. */
  let isOpening = false

  /**
   * Replaces the track of the same kind by a new one, without a new connection. A camera that was switched off meanwhile
   * is stopped, and is the one to open when it is switched on.
   * @returns whether the new one is in use
   */
  const replaceTrackOf = async (device: OwnDevice, next: MediaStreamTrack): Promise<boolean> => {
    // Before the first frame of the new camera is sent.
    if (device === 'camera' && isWanted(device)) await blurAsChosen(next)
    const { track, has, chosen } = sorts[device]
    if (!isWanted(device)) {
      store.update({ [chosen]: idOf(next) })
      next.stop()
      return false
    }
    for (const old of stream.getTracks().filter((each) => each.kind === track)) {
      old.stop()
      stream.removeTrack(old)
    }
    next.enabled = isOn(device)
    stream.addTrack(next)
    if (device === 'camera') isOpening = false
    watch(device, next)
    await senderOf(track)?.replaceTrack(next)
    store.update({ [has]: true, [chosen]: idOf(next) })
    if (device === 'camera')
      store.update({ facing: facingOf(next, store.get().facing), isBlurred: blurOf(next) })
    return true
  }

  /** Opens the first of these that can be opened, in place of the track of the same kind. */
  const open = async (
    device: OwnDevice,
    ...wishes: MediaStreamConstraints[]
  ): Promise<'open' | 'failed' | 'unwanted'> => {
    if (device === 'camera') isOpening = true
    try {
      let next: MediaStreamTrack | null = null
      for (const wish of wishes) if (isWanted(device)) next ??= await acquireTrack(wish)
      if (next) return (await replaceTrackOf(device, next)) ? 'open' : 'unwanted'
      return isWanted(device) ? 'failed' : 'unwanted'
    } finally {
      if (device === 'camera') isOpening = false
    }
  }

  /** The track ended by itself: the device was pulled out, or another program took it. */
  const handleEnded = async (device: OwnDevice) => {
    const outcome = await open(device, wishOf(device))
    if (outcome === 'unwanted') return
    if (outcome === 'open') return store.update({ deviceChange: { device, outcome: 'changed' } })
    lost.add(device)
    store.update({ [sorts[device].has]: false, deviceChange: { device, outcome: 'gone' } })
  }

  const watch = (device: OwnDevice, track: MediaStreamTrack) => {
    const isInUse = () => !isClosed && trackOf(stream, device) === track
    const noteStall = () => {
      if (isInUse()) store.update({ isStalled: { ...store.get().isStalled, [device]: track.muted } })
    }
    noteStall()
    track.addEventListener('mute', noteStall)
    track.addEventListener('unmute', noteStall)
    track.addEventListener('ended', () => {
      if (isInUse()) void handleEnded(device)
    })
  }

  const comeBack = async (device: OwnDevice) => {
    // A camera that is off is opened when it is switched on, and not before.
    if (!isWanted(device)) {
      lost.delete(device)
      return store.update({ [sorts[device].has]: true })
    }
    const next = await acquireTrack(wishOf(device))
    if (!next || !lost.delete(device)) return next?.stop()
    if (await replaceTrackOf(device, next)) store.update({ deviceChange: { device, outcome: 'back' } })
    else store.update({ [sorts[device].has]: true })
  }

  const look = async () => {
    const found = await listed()
    if (isClosed) return
    for (const device of own) {
      const { listed: sort, list, name } = sorts[device]
      const choices = found
        .filter((each) => each.kind === sort)
        .map(({ deviceId, label }, index) => ({ deviceId, label: label || `${name} ${index + 1}` }))
      store.update({ [list]: choices })
      if (choices.length > 0 && lost.has(device)) void comeBack(device)
    }
  }

  const choose = async (device: OwnDevice, deviceId: string): Promise<boolean> => {
    const before = store.get()[sorts[device].chosen]
    // A camera that is off is opened when it is switched on, and not before.
    if (device === 'camera' && !store.get().isCameraOn) {
      memory.remember(device, deviceId)
      store.update({ cameraId: deviceId })
      return true
    }
    // A phone opens one camera at a time, so the old one is closed first.
    if (device === 'camera') trackOf(stream, device)?.stop()
    const outcome = await open(device, wishOf(device, deviceId))
    if (outcome === 'failed') {
      if (device === 'camera' && (await open(device, wishOf(device, before ?? undefined))) === 'failed')
        await handleEnded(device)
      return false
    }
    memory.remember(device, deviceId)
    if (outcome === 'unwanted') store.update({ [sorts[device].chosen]: deviceId })
    return true
  }

  const flipCamera = async () => {
    const old = trackOf(stream, 'camera')
    if (!old || !isWanted('camera')) return
    const facing: Facing = store.get().facing === 'user' ? 'environment' : 'user'
    const oldId = idOf(old)
    const otherId = otherThan(oldId, store.get().cameras)
    old.stop()
    const turned = { ...videoWish(facing), facingMode: { exact: facing } }
    const outcome = await open('camera', { video: turned }, wishOf('camera', otherId))
    if (outcome === 'failed') return await handleEnded('camera')
    const { cameraId } = store.get()
    // It was switched off before the browser said which one is the other.
    if (outcome === 'unwanted' && cameraId === oldId) store.update({ cameraId: otherId ?? oldId })
    store.update({ facing: outcome === 'open' ? facingOf(trackOf(stream, 'camera'), facing) : facing })
  }

  const closeCamera = () => {
    store.update({ isCameraOn: false })
    trackOf(stream, 'camera')?.stop()
    void senderOf('video')?.replaceTrack(null)
  }

  const openCamera = async () => {
    if (isOpening) return
    const { cameraId } = store.get()
    const chosen = cameraId === null ? [] : [wishOf('camera', cameraId)]
    const outcome = await open('camera', ...chosen, wishOf('camera'))
    if (outcome === 'failed')
      store.update({ isCameraOn: false, deviceChange: { device: 'camera', outcome: 'refused' } })
    if (outcome !== 'open') return
    // The browser names the cameras only once one of them was opened.
    await look()
  }

  const setCameraOn = (isCameraOn: boolean) => {
    if (isCameraOn === store.get().isCameraOn) return
    if (!isCameraOn) return closeCamera()
    store.update({ isCameraOn: true })
    void openCamera()
  }

  for (const device of own) {
    const track = trackOf(stream, device)
    if (track) watch(device, track)
  }
  void look()
  const devices: MediaDevices | undefined = navigator.mediaDevices
  const onChange = () => void look()
  devices?.addEventListener('devicechange', onChange)

  return {
    setMuted: (isMuted) => {
      const track = trackOf(stream, 'microphone')
      if (!track) return
      track.enabled = !isMuted
      store.update({ isMuted })
    },
    setCameraOn: (isCameraOn) => {
      memory.rememberSwitch('camera', isCameraOn)
      setCameraOn(isCameraOn)
    },
    setKind: (kind) => {
      own = ownOf(kind)
      setCameraOn(kind === 'video')
    },
    setBlurred: async (isOn) => {
      const camera = trackOf(stream, 'camera')
      const isDone = camera !== null && (await setBlur(camera, isOn))
      if (isDone) memory.rememberBlur(isOn)
      store.update({ isBlurred: blurOf(camera) })
      return isDone
    },
    flipCamera,
    choose,
    close: () => {
      isClosed = true
      devices?.removeEventListener('devicechange', onChange)
    },
  }
}

/** Desktop cameras report no side: the next one in the list is the other one. */
const otherThan = (deviceId: string | null, cameras: readonly DeviceChoice[]): string | undefined => {
  const at = cameras.findIndex((camera) => camera.deviceId === deviceId)
  return cameras[(at + 1) % Math.max(1, cameras.length)]?.deviceId
}
