import { setBlur } from './background-blur.ts'
import { deviceMemory } from './device-memory.ts'
import { acquireTrack, firstVideoWish, isDeviceGranted } from './local-media.ts'

/** The own camera while a call rings here. */
export interface PreopenedCamera {
  /**
   * The member accepts: the camera is for the call from now on, and open no matter whether the page is visible. The call
   * stops it, or `close` while it is still being handed over.
   *
   * @returns null when it is neither open nor being opened, and so the browser may have to ask; resolves to null when it
   * can't be used after all, and to a stopped camera when it is closed meanwhile
   */
  take(): Promise<MediaStreamTrack | null> | null
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
  isAllowed: () => isDeviceGranted('camera'),
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
 * @param onPicture is told the own picture, and null when the camera is closed again, also by the member or the system
 */
export const preopenCamera = (
  onPicture: (picture: MediaStream | null) => void,
  ports: CameraPorts = browserCameraPorts,
): PreopenedCamera => {
  let camera: MediaStreamTrack | null = null
  let opening: Promise<MediaStreamTrack | null> | null = null
  let state: 'shown' | 'taken' | 'closed' = 'shown'
  const isWanted = () => state === 'taken' || (state === 'shown' && ports.isVisible())
  const drop = () => {
    camera = null
    onPicture(null)
  }
  const open = async () => {
    const opened = await ports.open()
    if (!opened || !isWanted()) {
      opened?.stop()
      return opened
    }
    camera = opened
    if (state === 'taken') return opened
    opened.onended = drop
    onPicture(new MediaStream([opened]))
    return opened
  }
  const stop = () => {
    if (!camera) return
    camera.stop()
    drop()
  }
  const openIfAllowed = async () => {
    if (!(await ports.isAllowed()) || state !== 'shown' || !isWanted() || camera || opening) return
    opening = open().finally(() => {
      opening = null
    })
  }
  const follow = () => {
    if (isWanted()) void openIfAllowed()
    else stop()
  }
  const stopListening = ports.onVisibility(follow)
  follow()
  return {
    take: () => {
      stopListening()
      state = camera || opening ? 'taken' : 'closed'
      if (camera) camera.onended = null
      if (state === 'closed') return null
      const taken = opening ?? Promise.resolve(camera)
      return taken.then((track) => (state === 'closed' || track?.readyState === 'live' ? track : null))
    },
    close: () => {
      state = 'closed'
      stopListening()
      stop()
    },
  }
}
