import { Volume2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import styles from './remote-media.module.css'

/** Plays a stream in an element. `isSilenced`: the browser refused sound before a touch; `unmute` is for that touch. */
export const usePlayback = <Element extends HTMLMediaElement>(stream: MediaStream | null) => {
  const element = useRef<Element>(null)
  const [isSilenced, setIsSilenced] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    target.srcObject = stream
    if (!stream) return
    target.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      // A picture without sound is always allowed.
      target.muted = true
      setIsSilenced(true)
      target.play().catch(() => undefined)
    })
  }, [stream])
  const unmute = () => {
    const target = element.current
    if (!target) return
    target.muted = false
    setIsSilenced(false)
    void target.play().catch(() => setIsSilenced(true))
  }
  return { element, isSilenced, unmute }
}

export const UnmuteButton = ({ onClick }: { onClick: () => void }) => (
  <div className={styles.unmute}>
    <Button variant="ink" icon={Volume2} onClick={onClick}>
      タップして音声を聞く
    </Button>
  </div>
)

const sampleEveryMs = 1_000
const sampleSize = 8
/** Brightest channel of a picture that counts as black: a switched-off camera sends 0 to 16, video black. */
const blackMax = 20

const isBlack = (video: HTMLVideoElement, canvas: CanvasRenderingContext2D): boolean => {
  canvas.drawImage(video, 0, 0, sampleSize, sampleSize)
  const { data } = canvas.getImageData(0, 0, sampleSize, sampleSize)
  return data.every((value, index) => index % 4 === 3 || value <= blackMax)
}

/** Whether the partner's picture is dark: her camera is off, and no message says so but the picture itself. */
export const useIsDark = (element: RefObject<HTMLVideoElement | null>): boolean => {
  const [isDark, setIsDark] = useState(false)
  useEffect(() => {
    const canvas = document.createElement('canvas')
    canvas.width = sampleSize
    canvas.height = sampleSize
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const timer = setInterval(() => {
      const video = element.current
      const hasPicture = video !== null && video.readyState >= 2 && video.videoWidth > 0
      setIsDark(hasPicture && context !== null && isBlack(video, context))
    }, sampleEveryMs)
    return () => clearInterval(timer)
  }, [element])
  return isDark
}

/** Whether a stream's picture has begun. */
export const useHasPicture = (
  element: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
): boolean => {
  const [shown, setShown] = useState<MediaStream | null>(null)
  useEffect(() => {
    const video = element.current
    if (!video || !stream) return
    const note = () => setShown(stream)
    if (video.videoWidth > 0 && video.srcObject === stream) note()
    video.addEventListener('resize', note)
    video.addEventListener('playing', note)
    return () => {
      video.removeEventListener('resize', note)
      video.removeEventListener('playing', note)
    }
  }, [element, stream])
  return shown !== null && shown === stream
}
