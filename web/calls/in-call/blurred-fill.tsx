import { useEffect, useRef } from 'react'
import styles from './running-call.module.css'

/** The fill needs no detail: a few pixels a few times a second cost next to nothing. */
const drawEveryMs = 200
const size = { width: 32, height: 20 } as const

/**
 * What surrounds a picture that doesn't have the window's shape: the picture itself, small, blurred and dark.
 * Nothing is drawn while the picture fills the window by itself.
 */
export const BlurredFill = ({ video }: { video: HTMLVideoElement }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const timer = setInterval(() => {
      const isShown = context.canvas.clientWidth > 0 && document.visibilityState === 'visible'
      if (isShown && video.readyState >= 2) context.drawImage(video, 0, 0, size.width, size.height)
    }, drawEveryMs)
    return () => clearInterval(timer)
  }, [video])
  return <canvas ref={canvas} className={styles.fill} {...size} />
}
