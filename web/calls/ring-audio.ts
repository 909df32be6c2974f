/**
 * The page's one audio context for rings. Browsers keep a page silent until it was touched once, and iOS keeps silent
 * every context that wasn't itself started in a touch: so there is one, started in the first touch of the page, and put
 * to sleep whenever nothing rings.
 */
let made: AudioContext | null = null

const gestures = ['pointerup', 'touchend', 'keydown'] as const

/** Calls `act` in each touch or key press until the answer's call. */
export const onGesture = (act: () => void): (() => void) => {
  for (const gesture of gestures) document.addEventListener(gesture, act, { capture: true, passive: true })
  return () => {
    for (const gesture of gestures) document.removeEventListener(gesture, act, { capture: true })
  }
}

export const ringAudio = {
  /** Null where the browser has no synthesiser. */
  context: (): AudioContext | null => {
    if (typeof AudioContext === 'undefined') return null
    made ??= new AudioContext()
    return made
  },
  /** Sound is possible from the page's first touch on, though nothing is heard then. @returns how to stop waiting */
  unlockOnFirstGesture: (): (() => void) => {
    const stop = onGesture(() => {
      stop()
      const context = ringAudio.context()
      // A ring that sounds already goes on.
      if (context?.state !== 'suspended') return
      context
        .resume()
        .then(() => (isInUse ? undefined : context.suspend()))
        .catch(() => undefined)
    })
    return stop
  },
  /** Keeps it awake, or lets it sleep: an open context costs battery and takes the phone's audio. */
  setInUse: (next: boolean): void => {
    isInUse = next
    const settled = next ? made?.resume() : made?.suspend()
    settled?.catch(() => undefined)
  },
}

let isInUse = false
