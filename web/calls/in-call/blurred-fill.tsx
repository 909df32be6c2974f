import { useEffect, useRef } from 'react'
import styles from './running-call.module.css'

/** The fill needs no detail: a few pixels, a few times a second. */
const drawEveryMs = 200
const size = { width: 64, height: 40 } as const
/** Of the same shape: enlarging so few pixels is the blur. */
const fewPixels = { width: 8, height: 5 } as const
const shade = 'rgba(13, 10, 32, 0.5)'

const draw = (video: HTMLVideoElement, small: CanvasRenderingContext2D, shown: CanvasRenderingContext2D) => {
  small.drawImage(video, 0, 0, fewPixels.width, fewPixels.height)
  shown.imageSmoothingQuality = 'high'
  shown.drawImage(small.canvas, 0, 0, size.width, size.height)
  shown.fillStyle = shade
  shown.fillRect(0, 0, size.width, size.height)
}

/**
 * What surrounds a picture that doesn't have the window's shape: the picture itself, blurred and dark. It is
 * blurred by enlarging, because a CSS filter is computed anew with each frame of the video above it (decision
 * 65). Nothing is drawn while the picture fills the window by itself.
 */
export const BlurredFill = ({ video }: { video: HTMLVideoElement }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const shown = canvas.current?.getContext('2d')
    const small = Object.assign(document.createElement('canvas'), fewPixels).getContext('2d')
    if (!shown || !small) return
    const timer = setInterval(() => {
      const isShown = shown.canvas.clientWidth > 0 && document.visibilityState === 'visible'
      if (isShown && video.readyState >= 2) draw(video, small, shown)
    }, drawEveryMs)
    return () => clearInterval(timer)
  }, [video])
  return <canvas ref={canvas} className={styles.fill} {...size} />
}
