import { useEffect } from 'react'

/**
 * The tab is closed, or the browser leaves the page: reports it at once instead of running into a timeout.
 */
export const useLeaveOnClose = (session: { leavePage(): void }): void => {
  useEffect(() => {
    const leave = () => session.leavePage()
    // A page restored from the back/forward cache has no call any more; a fresh one offers it again.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [session])
}
