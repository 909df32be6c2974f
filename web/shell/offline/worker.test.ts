import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const origin = 'https://koyoi.example'

/** As much of the browser's storage as the worker uses. */
const fakeCaches = () => {
  const stored = new Map<string, Response>()
  const urlOf = (request: Request | string) =>
    new URL(typeof request === 'string' ? request : request.url, origin).href
  const cache = {
    match: async (request: Request | string) => stored.get(urlOf(request))?.clone(),
    put: async (request: Request | string, answer: Response) => void stored.set(urlOf(request), answer),
    addAll: async (paths: string[]) => {
      for (const path of paths) stored.set(urlOf(path), await fetch(path))
    },
    keys: async () => [...stored.keys()].map((url) => new Request(url)),
    delete: async (request: Request | string) => stored.delete(urlOf(request)),
  }
  return { open: async () => cache }
}

/** What the server has, by path. */
let served: Record<string, string>

/** The worker as a release brings it. */
const start = async () => {
  const listeners = new Map<string, (event: object) => void>()
  const skipWaiting = vi.fn(async () => undefined)
  vi.stubGlobal('self', {
    registration: {},
    skipWaiting,
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  })
  vi.resetModules()
  await import('./worker.ts')
  /** Tells the worker, and waits for what it does beside its answer. */
  const dispatch = async (name: string, event: object = {}) => {
    const works: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
    // The answer may bring more of it.
    return async () => void (await Promise.all(works))
  }
  const textOf = async (path: string): Promise<string | null> => {
    let answering: Promise<Response> | undefined
    const finish = await dispatch('fetch', {
      request: new Request(`${origin}${path}`),
      respondWith: (answer: Promise<Response>) => {
        answering = answer
      },
    })
    const answer = await answering
    await finish()
    return answer?.ok ? answer.text() : null
  }
  return { skipWaiting, textOf, install: async () => (await dispatch('install'))() }
}

beforeEach(() => {
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('caches', fakeCaches())
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, origin)
    const text = served[pathname]
    return text === undefined ? new Response('', { status: 404 }) : new Response(text)
  })
})
afterEach(() => vi.unstubAllGlobals())

it('takes over at once with a new release, and has the files that a page of the earlier one may load yet', async () => {
  served = {
    '/index.html': '<script src="/assets/main-1.js"></script>',
    '/assets/main-1.js': 'main 1',
    '/assets/charge-1.js': 'charge 1',
  }
  const earlier = await start()
  await earlier.install()
  await earlier.textOf('/assets/charge-1.js')

  served = { '/index.html': '<script src="/assets/main-2.js"></script>', '/assets/main-2.js': 'main 2' }
  const next = await start()
  await next.install()
  expect(next.skipWaiting).toHaveBeenCalledTimes(1)
  expect(await next.textOf('/assets/charge-1.js')).toBe('charge 1')
  expect(await next.textOf('/assets/main-1.js')).toBe('main 1')
  expect(await next.textOf('/assets/main-2.js')).toBe('main 2')
  // What this browser never had is gone with the release.
  expect(await next.textOf('/assets/other-1.js')).toBeNull()
})
