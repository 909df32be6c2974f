import { useEffect } from 'react'

/** The tab closes, or the browser leaves: says goodbye at once instead of running into silence. */
export const useLeaveOnClose = (session: { leavePage(): void }): void => {
  useEffect(() => {
    const leave = () => session.leavePage()
    // A page that comes back from the browser's memory has no call any more; a fresh one offers it again.
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
