import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storageKey = 'theme'
const paperColours = { light: '#faf7f4', dark: '#14112b' } as const
const listeners = new Set<() => void>()

/** Without storage (private mode of old browsers) the theme follows the system. */
const stored = (): Theme => {
  try {
    const value = localStorage.getItem(storageKey)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

const paintBrowserBar = (theme: Theme) => {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = paperColours[theme === 'system' ? own : theme]
  }
}

/** Shows the chosen theme; `system` leaves the choice to the media query. */
export const applyTheme = (theme: Theme = stored()): void => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  paintBrowserBar(theme)
}

export const setTheme = (theme: Theme): void => {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The choice then lasts as long as the page.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== storageKey) return
    applyTheme()
    listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromOtherTab)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored, () => 'system')
