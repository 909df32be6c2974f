import { useEffect, useRef } from 'react'
import { withoutNames } from '#domain/shell/path-names.ts'
import { isTabPath } from '#domain/shell/tabs.ts'
import { useLocation } from '#web/router/router.ts'
import { type KeyValueStore, localStore } from '../local-store.ts'

/** Specification 3, local storage keys: the path that this browser showed before the present one. */
const key = 'prevPath'

/** The partner's id is left out, so that the browser's next user can't read it. */
export const rememberPrevPath = (store: KeyValueStore, pathname: string): void =>
  store.set(key, withoutNames(pathname))

/** The top-level tab before this screen, also of an earlier visit; null for any other screen. */
export const prevTab = (store: KeyValueStore): string | null => {
  const path = store.get(key)
  return path !== null && isTabPath(path) ? path : null
}

/** Notes each path that is left for another. */
export const useRememberPrevPath = (): void => {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    rememberPrevPath(localStore, shown.current)
    shown.current = pathname
  }, [pathname])
}
