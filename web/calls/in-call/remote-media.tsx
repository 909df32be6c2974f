import { Volume2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { Button } from '#web/ui/button.tsx'
import { heldCall } from '../session/held-call.ts'
import styles from './remote-media.module.css'

export type RemoteElement = HTMLVideoElement | HTMLAudioElement

/**
 * The element that plays the partner. It is created before there is a call and lives through all stages of
 * the screen, so that a touch before the call allows its sound. On an iPhone a video without `playsinline`
 * would fill the screen.
 */
export const createRemoteElement = (kind: CallKind): RemoteElement => {
  const element = document.createElement(kind === 'video' ? 'video' : 'audio')
  element.autoplay = true
  element.setAttribute('playsinline', '')
  return element
}

/**
 * Call this in the very tap that dials or answers: a browser that lets no page play sound by itself then
 * allows it for this element, also seconds later, when the partner's sound arrives.
 */
export const allowSound = (element: RemoteElement): void => {
  // There is nothing to play yet; the promise settles when there is.
  element.play()?.catch(() => undefined)
}

/**
 * The screen's one element; the tap on the price that led here may still count as a user gesture for it. A
 * screen that is opened again has the element that plays its held call.
 */
export const useRemoteElement = (kind: CallKind, screenKey: string): RemoteElement => {
  const [element] = useState(() => heldCall.of(screenKey)?.element ?? createRemoteElement(kind))
  useEffect(() => allowSound(element), [element])
  return element
}

/** Places the element on the screen. */
export const RemoteMedia = ({
  element,
  label,
  className = '',
}: {
  element: RemoteElement
  label: string
  className?: string | undefined
}) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = place.current
    own?.append(element)
    return () => {
      // It may be at its next place already.
      if (element.parentNode === own) element.remove()
    }
  }, [element])
  useLayoutEffect(() => {
    element.className = className
    element.setAttribute('aria-label', label)
  }, [element, className, label])
  return <div ref={place} className={styles.place} />
}

/**
 * Plays a stream in an element. `isSilenced`: the browser refused sound before a touch; call `unmute` in that
 * touch.
 */
export const usePlayback = (element: RemoteElement, stream: MediaStream | null) => {
  const [isSilenced, setIsSilenced] = useState(false)
  useEffect(() => {
    // The same stream again would interrupt the picture.
    if (element.srcObject !== stream) element.srcObject = stream
    if (!stream) return
    element.play().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      // Muted playback is always allowed.
      element.muted = true
      setIsSilenced(true)
      element.play().catch(() => undefined)
    })
  }, [element, stream])
  const unmute = () => {
    element.muted = false
    setIsSilenced(false)
    void element.play().catch(() => setIsSilenced(true))
  }
  return { isSilenced, unmute }
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

/**
 * Whether the partner's picture is dark: no message says that a camera is off, only the picture itself shows
 * it.
 */
export const useIsDark = (video: HTMLVideoElement): boolean => {
  const [isDark, setIsDark] = useState(false)
  useEffect(() => {
    const canvas = document.createElement('canvas')
    canvas.width = sampleSize
    canvas.height = sampleSize
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const timer = setInterval(() => {
      const hasPicture = video.readyState >= 2 && video.videoWidth > 0
      setIsDark(hasPicture && context !== null && isBlack(video, context))
    }, sampleEveryMs)
    return () => clearInterval(timer)
  }, [video])
  return isDark
}

/** Whether a stream's picture has begun. */
export const useHasPicture = (video: HTMLVideoElement, stream: MediaStream | null): boolean => {
  const [shown, setShown] = useState<MediaStream | null>(null)
  useEffect(() => {
    if (!stream) return
    const markShown = () => setShown(stream)
    if (video.videoWidth > 0 && video.srcObject === stream) markShown()
    video.addEventListener('resize', markShown)
    video.addEventListener('playing', markShown)
    return () => {
      video.removeEventListener('resize', markShown)
      video.removeEventListener('playing', markShown)
    }
  }, [video, stream])
  return shown !== null && shown === stream
}
