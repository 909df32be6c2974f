import { useEffect, useState } from 'react'

/** Safari has no idle callback, and a busy device may never be idle; by then the first screen is shown. */
const atLatestMs = 2_000

/** Calls back once the page is idle. @returns a function that cancels it */
const onIdle = (go: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(go, atLatestMs)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(go, { timeout: atLatestMs })
  return () => cancelIdleCallback(waiting)
}

/** Resolves once the page is idle. */
export const whenIdle = (): Promise<void> => new Promise((resolve) => void onIdle(resolve))

/** True once the page is idle: parts that may load late wait for it. */
export const useIdle = (): boolean => {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => onIdle(() => setIsIdle(true)), [])
  return isIdle
}
