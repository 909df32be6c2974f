import { Volume2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { MediaView } from '../media/media-session.ts'
import { heldCall } from '../session/held-call.ts'
import styles from './remote-media.module.css'

/**
 * The element that plays the partner. It is created before there is a call and lives through all stages of
 * the screen, so that a touch before the call allows its sound. On an iPhone a video without `playsinline`
 * would fill the screen. It is a video in a voice call too, which may become a video call.
 */
export const createRemoteElement = (): HTMLVideoElement => {
  const element = document.createElement('video')
  element.autoplay = true
  element.setAttribute('playsinline', '')
  return element
}

/**
 * Call this in the very tap that dials or answers: a browser that lets no page play sound by itself then
 * allows it for this element, also seconds later, when the partner's sound arrives.
 */
export const allowSound = (element: HTMLVideoElement): void => {
  // There is nothing to play yet; the promise settles when there is.
  element.play()?.catch(() => undefined)
}

/**
 * The screen's one element; the tap on the price that led here may still count as a user gesture for it. A
 * screen that is opened again has the element that plays its held call.
 */
export const useRemoteElement = (screenKey: string): HTMLVideoElement => {
  const [element, setElement] = useState(() => heldCall.of(screenKey)?.element ?? createRemoteElement())
  useLayoutEffect(() => {
    // See use-call-owner.ts: the screen that this one replaces holds its call only now.
    const handedOver = heldCall.of(screenKey)
    if (handedOver) setElement(handedOver.element)
  }, [screenKey])
  useEffect(() => allowSound(element), [element])
  return element
}

/** Places the element on the screen. */
export const RemoteMedia = ({
  element,
  label,
  className = '',
}: {
  element: HTMLVideoElement
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
 * Plays a stream in an element, and anew when its sound comes over another track. `isSilenced`: the browser refused sound
 * before a touch; call `unmute` in that touch.
 */
export const usePlayback = (
  element: HTMLVideoElement,
  { remote: stream, soundTrackId }: Pick<MediaView, 'remote' | 'soundTrackId'>,
) => {
  // Another screen may have played it before, and muted playback begins again without a refusal.
  const [isSilenced, setIsSilenced] = useState(() => element.muted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an element that came to the end of all tracks begins anew
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
  }, [element, stream, soundTrackId])
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

const plays = (video: HTMLVideoElement, stream: MediaStream | null): boolean =>
  video.videoWidth > 0 && video.srcObject === stream

/** Whether a stream's picture has begun. */
export const useHasPicture = (video: HTMLVideoElement, stream: MediaStream | null): boolean => {
  // It may have begun on the screen that rang.
  const [shown, setShown] = useState(() => (plays(video, stream) ? stream : null))
  useEffect(() => {
    if (!stream) return
    const markShown = () => setShown(stream)
    if (plays(video, stream)) markShown()
    video.addEventListener('resize', markShown)
    video.addEventListener('playing', markShown)
    return () => {
      video.removeEventListener('resize', markShown)
      video.removeEventListener('playing', markShown)
    }
  }, [video, stream])
  return shown !== null && shown === stream
}
