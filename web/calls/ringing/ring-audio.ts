import { onGesture } from '#web/shell/gesture.ts'

/**
 * The page's one audio context for rings. Browsers keep a page silent until it was touched once, and iOS keeps silent
 * every context that wasn't itself started in a touch: so there is one, started in the first touch of the page, and put
 * to sleep whenever nothing rings.
 */
let made: AudioContext | null = null

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
      const context = ringAudio.context()
      // A ring that sounds already goes on; a key that is no touch for the browser (Shift) leaves it waiting.
      if (context?.state !== 'suspended') return stop()
      context
        .resume()
        .then(stop)
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
