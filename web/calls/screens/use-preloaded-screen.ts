import { useEffect } from 'react'
import { whenIdle } from '#web/shell/use-idle.ts'

const screens = {
  incoming: () => import('./incoming-screen.tsx'),
  outgoing: () => import('./outgoing-screen.tsx'),
} as const

/**
 * Loads the code of a call's screen and makes its connection once the page is idle: a ring, or the tap on a price, waits
 * for neither.
 */
export const usePreloadedScreen = (screen: keyof typeof screens, isWanted: boolean): void => {
  useEffect(() => {
    if (!isWanted) return
    // Where it can't be loaded now, opening the screen loads it.
    whenIdle()
      .then(async () => {
        await screens[screen]()
        const { preopenedLine } = await import('../session/preopened-line.ts')
        preopenedLine.prepare()
      })
      .catch(() => undefined)
  }, [screen, isWanted])
}
