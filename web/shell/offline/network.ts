import { useSyncExternalStore } from 'react'
import { shellCacheName } from './shell-cache.ts'

/** How often a shell without a network looks whether the server answers again. */
const lookAgainMs = 10_000
/** A page that no first picture waits for. */
const registerAfterMs = 5_000

/** The stored page, which came without a network: the server writes the viewer's data into every page. */
export const isStoredShell = (): boolean => document.getElementById('boot') === null

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

/** Pictures that couldn't be loaded keep their place without the browser's mark, and are tried again with the network. */
export const keepBrokenPicturesQuiet = (): void => {
  const isPicture = (target: EventTarget | null): target is HTMLImageElement =>
    target instanceof HTMLImageElement
  document.addEventListener(
    'error',
    ({ target }) => {
      if (isPicture(target)) target.dataset.broken = ''
    },
    true,
  )
  document.addEventListener(
    'load',
    ({ target }) => {
      if (isPicture(target)) delete target.dataset.broken
    },
    true,
  )
  addEventListener('online', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-broken]')) {
      const { src } = picture
      picture.src = ''
      picture.src = src
    }
  })
}

/** What this page has loaded came before the worker could store it; the browser still has it. */
const storeLoadedAssets = async (): Promise<void> => {
  const cache = await caches.open(shellCacheName)
  for (const { name } of performance.getEntriesByType('resource')) {
    const { origin, pathname } = new URL(name)
    if (origin !== location.origin || !pathname.startsWith('/assets/')) continue
    if (!(await cache.match(name))) await cache.add(name)
  }
}

/** Has the browser keep the shell. A browser that refuses goes without. */
export const keepShell = (): void => {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker
      .register('/offline.js', { scope: '/', updateViaCache: 'none' })
      .then(storeLoadedAssets)
      .catch(() => undefined)
  }, registerAfterMs)
}
