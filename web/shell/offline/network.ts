import { useSyncExternalStore } from 'react'
import { observable } from '../observable.ts'

/** How often a shell without a network looks whether the server answers again. */
const lookAgainMs = 10_000

/** The stored page, which came without a network: the server writes the viewer's data into every page. */
export const isStoredShell = (): boolean =>
  typeof document === 'object' && document.getElementById('boot') === null

/** Of what time the lists on the screen are, in the stored page; null while it shows none. */
export const shownAsOf = observable<string | null>(null)

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.onLine || isStoredShell(),
    () => false,
  )

/** Fetches the page itself as soon as the server answers. */
export const reloadWhenBack = (): void => {
  const look = () => {
    fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' })
      .then((answer) => {
        if (answer.ok) location.reload()
      })
      .catch(() => undefined)
  }
  addEventListener('online', look)
  setInterval(look, lookAgainMs)
}

/** Pictures that couldn't be loaded keep their place without the browser's mark. */
export const keepBrokenPicturesQuiet = (): void => {
  for (const name of ['error', 'load'])
    document.addEventListener(
      name,
      ({ target, type }) => {
        if (target instanceof HTMLImageElement) target.toggleAttribute('data-broken', type === 'error')
      },
      true,
    )
}
