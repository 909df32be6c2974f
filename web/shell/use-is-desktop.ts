import { useSyncExternalStore } from 'react'

/** From this width on the tabs stand at the side (product.md 2.11); the style sheets have the same number. */
const desktop = '(min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(desktop)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the window has the desktop's layout: for parts that a phone doesn't load or render at all. */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(desktop).matches)
