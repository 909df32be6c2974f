import { useEffect } from 'react'
import { whenIdle } from '#web/shell/use-idle.ts'

const screens = {
  incoming: () => import('./incoming-screen.tsx'),
  outgoing: () => import('./outgoing-screen.tsx'),
} as const

/** Loads the code of a call's screen once the page is idle: a ring, or the tap on a price, opens it without waiting. */
export const useScreenAhead = (screen: keyof typeof screens, isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted) return
    // Where it can't be loaded now, opening the screen loads it.
    whenIdle()
      .then(async () => void (await screens[screen]()))
      .catch(() => undefined)
  }, [screen, isWanted])
}
