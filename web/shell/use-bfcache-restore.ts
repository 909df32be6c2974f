import { useEffect } from 'react'

/** Safari brings a page back as it was left, busy buttons and all: who turns back at Google goes on from `reset`. */
export const useBfcacheRestore = (reset: () => void): void => {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
}
