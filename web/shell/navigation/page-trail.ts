import { useEffect } from 'react'
import { useLocation } from '#web/router/router.ts'

const key = 'pageTrail'
/** Nobody asks for a page that lies farther back. */
const keptMax = 5

/** The place of the shown page in the browser's history of this visit; 0 is the first page. */
export const historyIndex = (): number => {
  const index: unknown = window.history.state?.idx
  return typeof index === 'number' ? index : 0
}

type Trail = readonly (readonly [index: number, pathname: string])[]

const read = (): Trail => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Records what is at this place of the history; what stood after it may have gone. */
export const recordPage = (index: number, pathname: string): void => {
  const before = read().filter(([at]) => at < index && at >= index - keptMax)
  try {
    sessionStorage.setItem(key, JSON.stringify([...before, [index, pathname]]))
  } catch {
    // Without storage a call leads to its usual page.
  }
}

/** The page of this visit that a step back leads to; null when there is none, or none is known. */
export const pageBefore = (index: number = historyIndex()): string | null =>
  read().find(([at]) => at === index - 1)?.[1] ?? null

/** Notes each page that is shown; it outlives a reload. */
export const usePageTrail = (): void => {
  const { key: entry, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: two entries of the history may have one address
  useEffect(() => recordPage(historyIndex(), pathname), [entry, pathname])
}
