import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from '#web/router/router.ts'

/** After moving on, keyboard and screen reader go on at the new screen, not at the link that has gone. */
export const useFocusOnMove = (main: RefObject<HTMLElement | null>): void => {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
