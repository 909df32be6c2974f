import { createContext, useContext, useSyncExternalStore } from 'react'

/** From this width on the tabs are at the side (product.md 2.11); the style sheets have the same number. */
const desktop = '(min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(desktop)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the page's markup came from the server for a desktop: the server knows the device but not the window. */
export const IsDrawnForDesktop = createContext(false)

/** Whether the window has the desktop's layout: for parts that a phone doesn't load or render at all. */
export const useIsDesktop = (): boolean => {
  const isDrawnForDesktop = useContext(IsDrawnForDesktop)
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(desktop).matches,
    () => isDrawnForDesktop,
  )
}
