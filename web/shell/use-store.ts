import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

export const useStore = <State>(store: Observable<State>): State =>
  useSyncExternalStore(store.subscribe, store.get, store.get)

/** The page's clock, read every `everyMs`; for figures that run between two answers of the server. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
