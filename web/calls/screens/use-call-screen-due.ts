import { useEffect, useState } from 'react'
import type { CallKind } from '#contract/calls/calls.ts'
import { useHasPicture } from '../in-call/remote-media.tsx'
import type { CallView } from '../session/call-view.ts'

/** The call's own screen waits for the picture no longer than this. */
const pictureFirstMs = 500

/**
 * Whether the call's own screen is due: the partner's picture, which begins behind the screen that rang,
 * isn't held up by what is drawn around it.
 */
export const useIsCallScreenDue = (
  { media, early }: Pick<CallView, 'media' | 'early'>,
  element: HTMLVideoElement,
  kind: CallKind,
): boolean => {
  const hasPicture = useHasPicture(element, early)
  // A screen that is opened again has the call's own at once.
  const [hasWaited, setHasWaited] = useState(media !== null)
  const isEarly = media !== null && media.store.get().remote === early
  const isWaiting = isEarly && kind === 'video' && !hasPicture
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setHasWaited(true), pictureFirstMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return !isWaiting || hasWaited
}
