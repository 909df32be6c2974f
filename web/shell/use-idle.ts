import { useEffect, useState } from 'react'

/** Safari has no idle callback; by then its first page stands. */
const withoutCallbackMs = 2_000

/** True once the page has nothing more urgent to do: what may come late waits for it. */
export const useIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const go = () => setIsIdle(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(go, withoutCallbackMs)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(go)
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
