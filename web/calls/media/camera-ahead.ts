import { setBlur } from './background-blur.ts'
import { deviceMemory } from './device-memory.ts'
import { acquireTrack, firstVideoWish } from './local-media.ts'

/** The own camera while a call rings here. */
export interface CameraAhead {
  /**
   * The member accepts: the camera is the caller's from now on, who also stops it.
   * @returns null when it isn't open
   */
  take(): Promise<MediaStreamTrack | null>
  close(): void
}

interface CameraPorts {
  /** Whether the camera opens without a question of the browser. */
  isAllowed(): Promise<boolean>
  isVisible(): boolean
  /** Returns a function that stops listening. */
  onVisibility(listener: () => void): () => void
  open(): Promise<MediaStreamTrack | null>
}

const browserCameraPorts: CameraPorts = {
  isAllowed: async () => {
    try {
      const { state } = await navigator.permissions.query({ name: 'camera' })
      return state === 'granted'
    } catch {
      // A browser that can't tell would ask, and a question belongs to a tap.
      return false
    }
  },
  isVisible: () => document.visibilityState === 'visible',
  onVisibility: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
  open: async () => {
    const camera = await acquireTrack({ video: firstVideoWish() })
    if (camera && deviceMemory.isBlurOn()) await setBlur(camera, true)
    return camera
  },
}

/**
 * Opens the own camera before the member accepts, so that the member sees the own picture and the answer doesn't wait
 * for it. Nothing of it is sent. Only where the browser has allowed the camera before, and only while the page is
 * visible: a page that nobody looks at has no camera open.
 *
 * @param onPicture is told the own picture, and null when the camera is closed again
 */
export const openCameraAhead = (
  onPicture: (picture: MediaStream | null) => void,
  ports: CameraPorts = browserCameraPorts,
): CameraAhead => {
  let camera: MediaStreamTrack | null = null
  let opening: Promise<void> | null = null
  let state: 'shown' | 'taken' | 'closed' = 'shown'
  const isWanted = () => state === 'taken' || (state === 'shown' && ports.isVisible())
  const open = async () => {
    if (!(await ports.isAllowed()) || !isWanted()) return
    const opened = await ports.open()
    if (!isWanted()) return opened?.stop()
    camera = opened
    if (camera) onPicture(new MediaStream([camera]))
  }
  const stop = () => {
    if (!camera) return
    camera.stop()
    camera = null
    onPicture(null)
  }
  const follow = () => {
    if (!isWanted()) return stop()
    if (camera || opening) return
    opening = open().finally(() => {
      opening = null
    })
  }
  const stopListening = ports.onVisibility(follow)
  follow()
  return {
    take: async () => {
      state = 'taken'
      stopListening()
      await opening
      return camera?.readyState === 'live' ? camera : null
    },
    close: () => {
      state = 'closed'
      stopListening()
      stop()
    },
  }
}
