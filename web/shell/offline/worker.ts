import { assetsIn, assetsMax, handlingOf, shellCacheName, shellPath } from './shell-cache.ts'

/**
 * The service worker of all pages, built to /offline.js: a launch without a network shows the shell, which holds nobody's
 * data. The push worker (web/push/worker.ts) has another scope and is no part of this. A new release takes over at once:
 * this worker keeps no state, pages come from the network, and the files of older releases stay for pages that run.
 */
interface Fetched extends Event {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
  waitUntil(work: Promise<unknown>): void
}

interface Worker {
  readonly registration: ServiceWorkerRegistration
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listener: (event: Pick<Fetched, 'waitUntil'>) => void): void
  addEventListener(name: 'fetch', listener: (event: Fetched) => void): void
}

const worker = self as unknown as Worker
const shell = () => caches.open(shellCacheName)

/** Stores the shell with its files; a part that can't be had leaves what is stored. */
const storeShell = async (): Promise<void> => {
  const page = await fetch(shellPath, { cache: 'no-cache', credentials: 'omit' })
  if (!page.ok) return
  const cache = await shell()
  const files = assetsIn(await page.clone().text())
  const missing: string[] = []
  for (const file of files) if (!(await cache.match(file))) missing.push(file)
  await cache.addAll(missing)
  await cache.put(shellPath, page)
}

const dropOldest = async (cache: Cache): Promise<void> => {
  const kept = await cache.keys()
  for (const request of kept.slice(0, Math.max(0, kept.length - assetsMax))) {
    if (new URL(request.url).pathname !== shellPath) await cache.delete(request)
  }
}

/** Once per life of the worker, of a few minutes: the shell is as new as the last visit. */
let isShellFresh = false

const page = async (event: Fetched): Promise<Response> => {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request))
    if (!isShellFresh) {
      isShellFresh = true
      event.waitUntil(storeShell().catch(() => undefined))
    }
    return answer
  } catch (error) {
    const stored = await (await shell()).match(shellPath)
    if (stored) return stored
    throw error
  }
}

const asset = async (event: Fetched): Promise<Response> => {
  const cache = await shell()
  const stored = await cache.match(event.request)
  if (stored) return stored
  const answer = await fetch(event.request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(
      cache
        .put(event.request, copy)
        .then(() => dropOldest(cache))
        .catch(() => undefined),
    )
  }
  return answer
}

worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([worker.skipWaiting(), storeShell()])),
)

worker.addEventListener('activate', (event) => {
  const { navigationPreload } = worker.registration
  if (navigationPreload) event.waitUntil(navigationPreload.enable())
})

worker.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, location.origin)
  if (handling === 'page') event.respondWith(page(event))
  if (handling === 'asset') event.respondWith(asset(event))
})
