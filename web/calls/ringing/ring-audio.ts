import { onGesture } from '#web/shell/gestures/gesture.ts'

/**
 * The page's one audio context for rings. Browsers keep a page silent until its first touch, and iOS silences
 * every context that wasn't started in a touch. So there is one context: it is started in the first touch of
 * the page and suspended whenever nothing rings.
 */
let made: AudioContext | null = null

export const ringAudio = {
  /** Null in a browser without Web Audio. */
  context: (): AudioContext | null => {
    if (typeof AudioContext === 'undefined') return null
    made ??= new AudioContext()
    return made
  },
  /**
   * Makes sound possible from the page's first touch on; nothing is heard then.
   * @returns a function that stops waiting
   */
  unlockOnFirstGesture: (): (() => void) => {
    const stop = onGesture(() => {
      const context = ringAudio.context()
      // A ring that sounds already continues; a key that is no user gesture (Shift) leaves the context
      // suspended.
      if (context?.state !== 'suspended') return stop()
      context
        .resume()
        .then(stop)
        .then(() => (isInUse ? undefined : context.suspend()))
        .catch(() => undefined)
    })
    return stop
  },
  /** Resumes or suspends the context: a running one costs battery and occupies the phone's audio. */
  setInUse: (next: boolean): void => {
    isInUse = next
    const settled = next ? made?.resume() : made?.suspend()
    settled?.catch(() => undefined)
  },
}

let isInUse = false
