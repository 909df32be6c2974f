import { useEffect } from 'react'

/** Safari restores a page as it was left, with busy buttons: a return from Google calls `reset`. */
export const useBfcacheRestore = (reset: () => void): void => {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
}
