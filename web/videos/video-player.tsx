import type { VideoVersion } from '#contract/videos/videos.ts'
import { PlaybackFailed } from './playback-failed.tsx'
import { playAlone, useRenewedSource } from './renewed-source.ts'
import styles from './video-player.module.css'

/** Below this width of the screen, in device pixels, the small version is as sharp. */
const largePixels = 700

const isSaving = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

export const versionHere = (): VideoVersion =>
  isSaving() || window.innerWidth * window.devicePixelRatio < largePixels ? 360 : 720

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
      {isFailed ? <PlaybackFailed tryAgain={tryAgain} /> : null}
    </div>
  )
}
