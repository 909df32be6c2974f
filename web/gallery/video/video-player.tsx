import { useRef, useState } from 'react'
import type { GalleryItem, GalleryVideo } from '#contract/gallery/gallery.ts'
import { type VideoVersion, videoPath } from '#contract/videos/videos.ts'
import { pictureAddress } from '../picture-address.ts'
import styles from './video-player.module.css'

/** Below this width of the screen, in device pixels, the small version is as sharp. */
const largePixels = 700

const isSaving = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true

const versionHere = (): VideoVersion =>
  isSaving() || window.innerWidth * window.devicePixelRatio < largePixels ? 360 : 720

const addressOf = ({ videoId, signature }: GalleryVideo): string =>
  `${videoPath}/${videoId}/${versionHere()}.mp4?${signature}`

/**
 * A video that the viewer may play, with the browser's controls. Its address stays while it works, and ends while a page is
 * open: then the item is fetched again and the new address continues at the same second.
 */
export const VideoPlayer = ({
  item,
  video,
  onBroken,
}: {
  item: GalleryItem
  video: GalleryVideo
  onBroken: () => Promise<GalleryItem | undefined>
}) => {
  const element = useRef<HTMLVideoElement>(null)
  const [source, setSource] = useState(() => addressOf(video))
  const resumeAt = useRef<{ time: number; isPlaying: boolean } | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const renew = async () => {
    const player = element.current
    if (!player || resumeAt.current) return setIsFailed(true)
    resumeAt.current = { time: player.currentTime, isPlaying: !player.paused || player.currentTime > 0 }
    const newest = (await onBroken())?.video
    const address = newest?.signature ? addressOf(newest) : source
    if (address === source) setIsFailed(true)
    else setSource(address)
  }
  const goOn = () => {
    const [player, place] = [element.current, resumeAt.current]
    if (!player || !place) return
    player.currentTime = place.time
    if (place.isPlaying) void player.play().catch(() => {})
    resumeAt.current = null
  }
  return (
    <div className={styles.frame} style={{ aspectRatio: `${video.width} / ${video.height}` }}>
      {/* biome-ignore lint/a11y/useMediaCaption: members' videos have no captions */}
      <video
        ref={element}
        src={source}
        poster={pictureAddress(item.cover, 960)}
        controls
        controlsList="nodownload"
        playsInline
        preload="metadata"
        aria-label={`「${item.title}」の動画`}
        onError={() => void renew()}
        onLoadedMetadata={goOn}
      />
      {isFailed ? (
        <p role="alert" className={styles.failed}>
          再生できませんでした。
          <button
            type="button"
            onClick={() => {
              setIsFailed(false)
              resumeAt.current = null
              void renew()
              element.current?.load()
            }}
          >
            もう一度
          </button>
        </p>
      ) : null}
    </div>
  )
}
