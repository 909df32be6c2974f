import { type ComponentType, lazy } from 'react'

/** Between tries where the browser doesn't notice that the network is back. */
const tryAgainMs = 10_000

/** Resolves when the browser is online again, or after a while. */
const networkMayBeBack = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, tryAgainMs)
    addEventListener('online', done)
  })

/** @param rest waits before the next try */
export const untilLoaded = async <Loaded>(
  load: () => Promise<Loaded>,
  rest: () => Promise<void> = networkMayBeBack,
): Promise<Loaded> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await rest()
    }
  }
}

/**
 * A lazy part of a page. While it can't be loaded its Suspense fallback stays, and loading is retried: an unreachable
 * network must not replace a screen with an error, least of all a running call's.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilLoaded(load) }))
