import type { CallKind } from '../../contract/calls.ts'

/** Why a device can't be used. `insecure`: the page was opened without https. */
export type DeviceProblem = 'denied' | 'missing' | 'inUse' | 'insecure' | 'unknown'

export interface LocalMedia {
  stream: MediaStream
  /** Null when the device works, or isn't part of this kind of call. */
  problems: { microphone: DeviceProblem | null; camera: DeviceProblem | null }
}

export type Facing = 'user' | 'environment'

const audioWish: MediaTrackConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
}

/** 640×480 at 30 frames: what the embedded media server is measured with (media.md). */
export const videoWish = (facing: Facing): MediaTrackConstraints => ({
  width: { ideal: 640 },
  height: { ideal: 480 },
  frameRate: { ideal: 30 },
  facingMode: { ideal: facing },
})

export const problemOf = (error: unknown): DeviceProblem => {
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

type Asked = { track: MediaStreamTrack } | { problem: DeviceProblem }

const ask = async (devices: MediaDevices, wish: MediaStreamConstraints): Promise<Asked> => {
  try {
    const [track] = (await devices.getUserMedia(wish)).getTracks()
    return track ? { track } : { problem: 'missing' }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

/**
 * Asks for what a call of this kind uses. Never throws: a device that can't be used is named in `problems`, and
 * the stream carries what there is. One prompt when both work; only after a refusal each is asked for alone.
 */
export const acquireLocalMedia = async (
  kind: CallKind,
  devices: MediaDevices | undefined = navigator.mediaDevices,
): Promise<LocalMedia> => {
  const wantsCamera = kind === 'video'
  if (!devices) {
    return {
      stream: new MediaStream(),
      problems: { microphone: 'insecure', camera: wantsCamera ? 'insecure' : null },
    }
  }
  if (wantsCamera) {
    try {
      const stream = await devices.getUserMedia({ audio: audioWish, video: videoWish('user') })
      return { stream, problems: { microphone: null, camera: null } }
    } catch {
      // One of the two stands in the way: ask for each, to know which.
    }
  }
  const microphone = await ask(devices, { audio: audioWish })
  const camera = wantsCamera ? await ask(devices, { video: videoWish('user') }) : null
  const tracks = [microphone, camera].flatMap((asked) => (asked && 'track' in asked ? [asked.track] : []))
  return {
    stream: new MediaStream(tracks),
    problems: {
      microphone: 'problem' in microphone ? microphone.problem : null,
      camera: camera && 'problem' in camera ? camera.problem : null,
    },
  }
}

/** Opens one device anew: another camera, or one that was plugged in later. Null when it can't be had. */
export const acquireTrack = async (wish: MediaStreamConstraints): Promise<MediaStreamTrack | null> => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices) return null
  const asked = await ask(devices, wish)
  return 'track' in asked ? asked.track : null
}

/** How many cameras there are to change between. */
export const countCameras = async (): Promise<number> => {
  const devices: MediaDevices | undefined = navigator.mediaDevices
  if (!devices?.enumerateDevices) return 0
  try {
    return (await devices.enumerateDevices()).filter((device) => device.kind === 'videoinput').length
  } catch {
    return 0
  }
}

export const stopTracks = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
