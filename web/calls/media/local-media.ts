import type { CallKind } from '#contract/calls/calls.ts'
import { setBlur } from './background-blur.ts'
import { blankPicture, isBlank } from './blank-picture.ts'
import { allOn, type DeviceSwitches, deviceMemory } from './device-memory.ts'

/** Why a device can't be used. `insecure`: the page was opened without https. */
export type DeviceProblem = 'denied' | 'missing' | 'inUse' | 'insecure' | 'unknown'

export interface LocalMedia {
  stream: MediaStream
  /** Null when the device works, or when this kind of call doesn't use it. */
  problems: { microphone: DeviceProblem | null; camera: DeviceProblem | null }
}

export type Facing = 'user' | 'environment'

/** The device that was chosen last is a preference and no requirement: it may be absent now. */
const preferring = (deviceId: string | null): MediaTrackConstraints =>
  deviceId === null ? {} : { deviceId: { ideal: deviceId } }

export const audioWish = (): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  ...preferring(deviceMemory.chosen('microphone')),
})

/** 640×480 at 30 frames per second: the embedded media server is measured with this (docs/benchmarks.md). */
export const pictureSize: MediaTrackConstraints = {
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
}

export const videoWish = (facing: Facing): MediaTrackConstraints => ({
  ...pictureSize,
  facingMode: { ideal: facing },
})

/** The camera at the beginning of a call: the one chosen last, else the front camera. */
export const firstVideoWish = (): MediaTrackConstraints => {
  const chosen = deviceMemory.chosen('camera')
  return chosen === null ? videoWish('user') : { ...pictureSize, ...preferring(chosen) }
}

const problemOf = (error: unknown): DeviceProblem => {
  const name = error instanceof Error ? error.name : ''
  switch (name) {
    case 'NotAllowedError':
    case 'PermissionDeniedError':
      return 'denied'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing'
    case 'NotReadableError':
    case 'AbortError':
      return 'inUse'
    case 'SecurityError':
      return 'insecure'
    default:
      return 'unknown'
  }
}

type DeviceResult = { track: MediaStreamTrack } | { problem: DeviceProblem }

const request = async (devices: MediaDevices, wish: MediaStreamConstraints): Promise<DeviceResult> => {
  try {
    const [track] = (await devices.getUserMedia(wish)).getTracks()
    return track ? { track } : { problem: 'missing' }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/**
 * Requests the devices of a call of this kind. Never throws: a device that can't be used is named in
 * `problems`, and the stream has the tracks of the others. There is one prompt for both; each is requested
 * alone only after a refusal. A camera that is switched off isn't opened: a black picture takes its place. A
 * microphone that is switched off is opened and muted.
 *
 * @param ahead the camera, where it is open or being opened already
 */
export const acquireLocalMedia = async (
  kind: CallKind,
  switches: DeviceSwitches = allOn,
  ahead: Promise<MediaStreamTrack | null> | null = null,
  devices: MediaDevices | undefined = navigator.mediaDevices,
): Promise<LocalMedia> => {
  const wantsCamera = kind === 'video' && switches.camera
  const local = await openDevices(wantsCamera, ahead, devices)
  const blank = kind === 'video' && !wantsCamera ? blankPicture() : null
  if (blank) local.stream.addTrack(blank)
  for (const track of local.stream.getAudioTracks()) track.enabled = switches.microphone
  if (deviceMemory.isBlurOn())
    await Promise.all(local.stream.getVideoTracks().map((each) => setBlur(each, true)))
  return local
}

const openDevices = async (
  wantsCamera: boolean,
  ahead: Promise<MediaStreamTrack | null> | null,
  devices: MediaDevices | undefined,
): Promise<LocalMedia> => {
  if (!devices) {
    return {
      stream: new MediaStream(),
      problems: { microphone: 'insecure', camera: wantsCamera ? 'insecure' : null },
    }
  }
  if (wantsCamera && !ahead) {
    try {
      const stream = await devices.getUserMedia({ audio: audioWish(), video: firstVideoWish() })
      return { stream, problems: { microphone: null, camera: null } }
    } catch {
      // One of the two fails: request each alone to find out which.
    }
  }
  const [microphone, track] = await Promise.all([request(devices, { audio: audioWish() }), ahead])
  const openCamera = () => (track ? { track } : request(devices, { video: firstVideoWish() }))
  const camera = wantsCamera ? await openCamera() : null
  const tracks = [microphone, camera].flatMap((result) => (result && 'track' in result ? [result.track] : []))
  return {
    stream: new MediaStream(tracks),
    problems: {
      microphone: 'problem' in microphone ? microphone.problem : null,
      camera: camera && 'problem' in camera ? camera.problem : null,
    },
  }
}

/** Opens one device again: another camera, or one that was plugged in later. Null when it can't be opened. */
export const acquireTrack = async (wish: MediaStreamConstraints): Promise<MediaStreamTrack | null> => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) return null
  const result = await request(devices, wish)
  return 'track' in result ? result.track : null
}

/**
 * Switches a device on or off before the media is sent.
 * @param isWanted whether the camera is still wanted once it is open
 * @returns false when the camera can't be opened: then the black picture stays
 */
export const switchLocalDevice = async (
  { stream }: LocalMedia,
  device: keyof DeviceSwitches,
  isOn: boolean,
  isWanted: () => boolean,
): Promise<boolean> => {
  if (device === 'microphone') {
    for (const track of stream.getAudioTracks()) track.enabled = isOn
    return true
  }
  const [before] = stream.getVideoTracks()
  const isUsable = before !== undefined && before.readyState !== 'ended'
  if (isUsable && isBlank(before) !== isOn) return true
  const next = isOn ? await acquireTrack({ video: firstVideoWish() }) : blankPicture()
  if (next && isOn && isWanted() && deviceMemory.isBlurOn()) await setBlur(next, true)
  if (isOn && !isWanted()) {
    next?.stop()
    return true
  }
  if (isOn && !next) return false
  for (const track of stream.getVideoTracks()) {
    track.stop()
    stream.removeTrack(track)
  }
  if (next) stream.addTrack(next)
  return true
}

export const stopTracks = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

const permissions = new Map<keyof DeviceSwitches, Promise<PermissionStatus>>()

/** The browser keeps it up to date as long as somebody listens to it. */
const permissionOf = (name: keyof DeviceSwitches): Promise<PermissionStatus> => {
  const known = permissions.get(name)
  if (known) return known
  const asked = navigator.permissions.query({ name }).then((status) => {
    status.onchange = () => undefined
    return status
  })
  permissions.set(name, asked)
  asked.catch(() => permissions.delete(name))
  return asked
}

/** Whether the browser opens this device without a question. Only the first time it takes a while to learn that. */
export const isDeviceGranted = async (name: keyof DeviceSwitches): Promise<boolean> => {
  try {
    return (await permissionOf(name)).state === 'granted'
  } catch {
    // A browser that can't tell would ask, and a question belongs to a tap.
    return false
  }
}

export const grantedDevices = async (): Promise<DeviceSwitches> => {
  const [microphone, camera] = await Promise.all([isDeviceGranted('microphone'), isDeviceGranted('camera')])
  return { microphone, camera }
}
