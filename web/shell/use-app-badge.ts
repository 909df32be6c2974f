import { useEffect } from 'react'

/** Shows a number on the icon of the installed app; 0 takes it away. A browser without badges goes without. */
export const useAppBadge = (count: number): void => {
  useEffect(() => {
    // No type says so, but Firefox has none, and Safari has them for installed apps alone.
    const badges: Partial<Pick<Navigator, 'setAppBadge'>> = navigator
    badges.setAppBadge?.(count).catch(() => undefined)
  }, [count])
}
