import { hrefOf, type Location, newLocation, resolvePath } from './location.ts'

/** The entries that one tab, or a test, has visited. */
export interface RouterHistory {
  /** The entry of the address bar. */
  readonly location: () => Location
  readonly push: (location: Location) => void
  readonly replace: (location: Location) => void
  readonly go: (delta: number) => void
  /**
   * Calls `onPop` whenever the entry has changed without `push` and `replace`, with the number of entries that it
   * moved.
   */
  readonly listen: (onPop: (delta: number) => void) => () => void
}

/** What the browser keeps of an entry. `idx` counts the entries of this visit. */
interface EntryState {
  usr: unknown
  key: string
  idx: number
}

const entryState = (): Partial<EntryState> | null => window.history.state as Partial<EntryState> | null

/** Safari refuses more than a hundred entries in thirty seconds: then the page is loaded whole. */
const writeEntry = (write: () => void, href: string): void => {
  try {
    write()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    window.location.assign(href)
  }
}

export const browserHistory = (): RouterHistory => {
  let index = 0

  /** Names an entry that isn't one of ours: the first one, and a fragment that a plain link went to. */
  const adoptEntry = (nextIndex: number) => {
    const state = entryState()
    index = state?.idx ?? nextIndex
    if (state?.key !== undefined && state.idx !== undefined) return
    const { key } = newLocation(window.location, null)
    const adopted: EntryState = { usr: state?.usr ?? null, key, idx: index }
    window.history.replaceState(adopted, '')
  }
  const stateOf = ({ state, key }: Location): EntryState => ({ usr: state, key, idx: index })

  adoptEntry(0)
  return {
    location: () => {
      const { pathname, search, hash } = window.location
      const { usr = null, key = '' } = entryState() ?? {}
      return { pathname, search, hash, state: usr, key }
    },
    push: (location) => {
      index += 1
      const href = hrefOf(location)
      writeEntry(() => window.history.pushState(stateOf(location), '', href), href)
    },
    replace: (location) => {
      const href = hrefOf(location)
      writeEntry(() => window.history.replaceState(stateOf(location), '', href), href)
    },
    go: (delta) => window.history.go(delta),
    listen: (onPop) => {
      const follow = () => {
        const before = index
        adoptEntry(before + 1)
        onPop(index - before)
      }
      window.addEventListener('popstate', follow)
      return () => window.removeEventListener('popstate', follow)
    },
  }
}

/** For tests and for the server: no window is asked. @param paths the last one is the present entry */
export const memoryHistory = (paths: readonly string[] = ['/']): RouterHistory => {
  const root = { pathname: '/', search: '', hash: '' }
  const entries = paths.map((path) => newLocation(resolvePath(path, root), null))
  let index = entries.length - 1
  const listeners = new Set<(delta: number) => void>()
  return {
    location: () => entries[index] ?? newLocation(root, null),
    push: (location) => {
      index += 1
      entries.splice(index, entries.length, location)
    },
    replace: (location) => {
      entries[index] = location
    },
    go: (delta) => {
      const before = index
      index = Math.min(Math.max(index + delta, 0), entries.length - 1)
      if (index !== before) for (const onPop of listeners) onPop(index - before)
    },
    listen: (onPop) => {
      listeners.add(onPop)
      return () => listeners.delete(onPop)
    },
  }
}
