import { useLayoutEffect } from 'react'
import type { RouterState } from './create-router.ts'
import { decoded } from './pattern.ts'
import { useRouter, useRouterState } from './provider.tsx'

const storageKey = 'scrollPositions'
/** More entries than anyone goes back. */
const keptPositions = 200

/** Pixels from the top by the key of the history's entry, the newest last. */
const positions = new Map<string, number>()

const keep = (key: string): void => {
  positions.delete(key)
  positions.set(key, window.scrollY)
  const oldest = positions.keys().next()
  if (positions.size > keptPositions && !oldest.done) positions.delete(oldest.value)
}

/** A reload continues with the positions; a browser that refuses storage starts at the top then. */
const store = (): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions]))
  } catch {}
}

const readStored = (): void => {
  if (positions.size > 0) return
  try {
    const stored: [string, number][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    for (const [key, top] of stored) positions.set(key, top)
  } catch {}
}

const apply = ({ location: { key, hash }, preventScrollReset }: RouterState): void => {
  const top = positions.get(key)
  const target = hash === '' ? null : document.getElementById(decoded(hash.slice(1)))
  if (top !== undefined) window.scrollTo(0, top)
  else if (target) target.scrollIntoView()
  else if (!preventScrollReset) window.scrollTo(0, 0)
}

/**
 * Scrolls a page of the history to where it was left, and a new page to its top or to the element that its hash names.
 * It is rendered once, in the outermost frame.
 */
export const ScrollRestoration = (): null => {
  const router = useRouter()
  const state = useRouterState()
  useLayoutEffect(() => {
    readStored()
    const restoreManually = () => {
      window.history.scrollRestoration = 'manual'
    }
    const giveBack = () => {
      keep(router.state.location.key)
      store()
      window.history.scrollRestoration = 'auto'
    }
    restoreManually()
    const unsubscribe = router.onLeave(({ key }) => keep(key))
    window.addEventListener('pagehide', giveBack)
    window.addEventListener('pageshow', restoreManually)
    return () => {
      unsubscribe()
      window.removeEventListener('pagehide', giveBack)
      window.removeEventListener('pageshow', restoreManually)
    }
  }, [router])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen is scrolled once, not while the next one loads
  useLayoutEffect(() => apply(state), [state.location])
  return null
}
