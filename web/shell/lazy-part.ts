import { type ComponentType, lazy } from 'react'

/** Between tries where the browser doesn't notice that the network is back. */
const tryAgainMs = 10_000

/** Until the browser says that it is online again, or a while has passed. */
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
 * A part of a page that comes after it. While it can't be fetched its Suspense stands in its place, and it is tried
 * again: a network that is away must not put an error in the place of a screen, a running call's least of all.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilLoaded(load) }))
