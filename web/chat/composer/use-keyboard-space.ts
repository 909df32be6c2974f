import { type RefObject, useEffect } from 'react'

/** CSS px: what is missing more than that is a keyboard, not a bar of the browser. */
const keyboardMin = 100

/**
 * Keeps an element above the keyboard where the page doesn't shrink for it (iOS): `--seen-height` and `--seen-top` on
 * the element say what of the screen is left, and are absent while nothing is missing.
 */
export const useKeyboardSpace = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const adapt = () => {
      const style = element.current?.style
      // Pinching also shows less of the page.
      const isKeyboard = seen.scale === 1 && window.innerHeight - seen.height > keyboardMin
      if (isKeyboard) {
        style?.setProperty('--seen-height', `${seen.height}px`)
        style?.setProperty('--seen-top', `${seen.offsetTop}px`)
      } else {
        style?.removeProperty('--seen-height')
        style?.removeProperty('--seen-top')
      }
    }
    adapt()
    seen.addEventListener('resize', adapt)
    seen.addEventListener('scroll', adapt)
    return () => {
      seen.removeEventListener('resize', adapt)
      seen.removeEventListener('scroll', adapt)
    }
  }, [element])
}
