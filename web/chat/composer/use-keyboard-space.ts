import { type RefObject, useEffect } from 'react'

/** CSS px: a larger difference is a keyboard and no bar of the browser. */
const keyboardMin = 100

/**
 * Keeps an element above the keyboard where the page doesn't shrink for it (iOS): `--seen-height` and
 * `--seen-top` on the element hold the visible part of the screen, and are absent while all of it is visible.
 */
export const useKeyboardSpace = (element: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const adapt = () => {
      const style = element.current?.style
      // Pinch zoom also shows less of the page.
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
