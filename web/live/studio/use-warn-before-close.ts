import { useEffect } from 'react'

/** The browser asks before it closes the page; the listener is there only meanwhile, as it bars the page from the back/forward cache. */
export const useWarnBeforeClose = (isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isWanted])
}
