import { useEffect, useState } from 'react'

/** Safari has no idle callback, and a busy device may never be idle; by then the first screen is shown. */
const atLatestMs = 2_000

/** True once the page is idle: parts that may load late wait for it. */
export const useIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const go = () => setIsIdle(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(go, atLatestMs)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(go, { timeout: atLatestMs })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
