import { type RefObject, useEffect, useState } from 'react'

/** Safari's own full screen of a video, on an iPhone the only one that it has. */
interface SafariVideo extends HTMLVideoElement {
  webkitExitFullscreen?: () => void
}

/**
 * The full screen of a frame with all that is above its video. Where the browser has none for elements, as on an iPhone,
 * the frame fills the page instead. The video alone doesn't stay in full screen: nothing would be above it there.
 */
export const useFullScreen = (
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) => {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const player: SafariVideo | null = video.current
    const changed = () => {
      const shown = document.fullscreenElement
      setIsFull(shown !== null && shown === frame.current)
      if (shown !== null && shown === player) void document.exitFullscreen().catch(() => {})
    }
    const leaveAlone = () => player?.webkitExitFullscreen?.()
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsFull(false)
    }
    document.addEventListener('fullscreenchange', changed)
    document.addEventListener('keydown', leave)
    player?.addEventListener('webkitbeginfullscreen', leaveAlone)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      document.removeEventListener('keydown', leave)
      player?.removeEventListener('webkitbeginfullscreen', leaveAlone)
    }
  }, [frame, video])
  const toggle = async () => {
    if (isFull) {
      setIsFull(false)
      if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
      return
    }
    setIsFull(true)
    // Refused or missing: the frame fills the page.
    if (document.fullscreenEnabled) await frame.current?.requestFullscreen().catch(() => {})
  }
  return { isFull, toggle }
}
