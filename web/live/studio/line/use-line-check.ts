import { useEffect, useState } from 'react'
import { browserCheckPorts } from '#web/pre-call-check/browser-check-ports.ts'
import { createLiveLineCheck, type LiveLineCheck } from './line-check.ts'

/** The check of the browser's line. What it found is forgotten with the way of going live, and with the page. */
export const useLineCheck = (isWanted: boolean): LiveLineCheck => {
  const [check] = useState(() => createLiveLineCheck(browserCheckPorts))
  useEffect(() => {
    if (!isWanted) return
    const leave = () => check.close({ keepalive: true })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      check.close()
    }
  }, [check, isWanted])
  return check
}
