import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { withoutNames } from '#domain/shell/path-names.ts'
import { isTabPath } from '#domain/shell/tabs.ts'
import { type KeyValueStore, localStore } from './local-store.ts'

/** Specification 3, local storage keys: the path that this browser showed before the present one. */
const key = 'prevPath'

/** The next one at this browser needn't read with whom somebody was. */
export const rememberPrevPath = (store: KeyValueStore, pathname: string): void =>
  store.set(key, withoutNames(pathname))

/** The top-level tab he was on before, also in an earlier visit; null for any other screen. */
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
