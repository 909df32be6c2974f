import { useRef, useState } from 'react'
import type { VideoVersion } from '#contract/videos/videos.ts'
import styles from './video-player.module.css'

/** Below this width of the screen, in device pixels, the small version is as sharp. */
const largePixels = 700

const isSaving = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

export const versionHere = (): VideoVersion =>
  isSaving() || window.innerWidth * window.devicePixelRatio < largePixels ? 360 : 720

/** One video is heard at a time. */
let playing: HTMLVideoElement | null = null
const playAlone = (player: HTMLVideoElement) => {
  if (playing !== player) playing?.pause()
  playing = player
}

interface Place {
  time: number
  isPlaying: boolean
}

/** A player whose address ends while a page is open: then it asks for another one and continues at the same second. */
const useRenewedSource = (first: string, renew: () => Promise<string | null>) => {
  const element = useRef<HTMLVideoElement>(null)
  const [source, setSource] = useState(first)
  const resumeAt = useRef<Place | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const repair = async () => {
    const player = element.current
    if (!player || resumeAt.current) return setIsFailed(true)
    resumeAt.current = { time: player.currentTime, isPlaying: !player.paused || player.currentTime > 0 }
    const address = await renew()
    if (address === null || address === source) setIsFailed(true)
    else setSource(address)
  }
  const goOn = () => {
    const [player, place] = [element.current, resumeAt.current]
    if (!player || !place) return
    player.currentTime = place.time
    if (place.isPlaying) void player.play().catch(() => {})
    resumeAt.current = null
  }
  const tryAgain = () => {
    setIsFailed(false)
    resumeAt.current = null
    void repair()
    element.current?.load()
  }
  return { element, source, isFailed, repair, goOn, tryAgain }
}

/**
 * A video with the browser's controls, in the shape of its picture.
 *
 * @param isPressed the viewer has just pressed its poster, and so it plays at once
 * @param renew another address when this one has ended; null when there is none any more
 */
export const VideoPlayer = ({
  address,
  poster,
  label,
  width,
  height,
  isPressed = false,
  renew,
}: {
  address: string
  poster?: string
  label: string
  width: number
  height: number
  isPressed?: boolean
  renew: () => Promise<string | null>
}) => {
  const { element, source, isFailed, repair, goOn, tryAgain } = useRenewedSource(address, renew)
  return (
    <div className={styles.frame} style={{ aspectRatio: `${width} / ${height}` }}>
      {/* biome-ignore lint/a11y/useMediaCaption: members' videos have no captions */}
      <video
        ref={element}
        src={source}
        poster={poster}
        controls
        controlsList="nodownload"
        playsInline
        autoPlay={isPressed}
        preload="metadata"
        aria-label={label}
        onPlay={({ currentTarget }) => playAlone(currentTarget)}
        onError={() => void repair()}
        onLoadedMetadata={goOn}
      />
      {isFailed ? (
        <p role="alert" className={styles.failed}>
          再生できませんでした。
          <button type="button" onClick={tryAgain}>
            もう一度
          </button>
        </p>
      ) : null}
    </div>
  )
}
