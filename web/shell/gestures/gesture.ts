const gestures = ['pointerup', 'touchend', 'keydown'] as const

/** Calls `act` in each touch or key press until the answer's call. */
export const onGesture = (act: () => void): (() => void) => {
  for (const gesture of gestures) document.addEventListener(gesture, act, { capture: true, passive: true })
  return () => {
    for (const gesture of gestures) document.removeEventListener(gesture, act, { capture: true })
  }
}
