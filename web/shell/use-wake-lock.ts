import { useEffect } from 'react'

/** Keeps the screen on while `isWanted`, where the browser can; the browser releases it when the page is hidden. */
export const useWakeLock = (isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const acquire = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        const acquired = await navigator.wakeLock.request('screen')
        if (isOver) void acquired.release()
        else lock = acquired
      } catch {
        // A phone that saves its battery refuses; the call goes on.
      }
    }
    const again = () => void acquire()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isWanted])
}
