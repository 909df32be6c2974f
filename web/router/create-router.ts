import { browserHistory, memoryHistory, type RouterHistory } from './history.ts'
import { hrefOf, type Location, newLocation, resolvePath } from './location.ts'
import { isLoaded, loadRoute, matchRoutes, type RouteMatch, type RouteObject, redirectOf } from './routes.ts'

export interface NavigateOptions {
  /** Takes the place of the present entry of the history. */
  replace?: boolean
  /** Kept with the entry; a value that the browser can clone. */
  state?: unknown
  /** The page stays scrolled as it is. */
  preventScrollReset?: boolean
}

export interface NavigateFunction {
  /** Resolves when the screen is shown, or when another navigation took its place. */
  (to: string, options?: NavigateOptions): Promise<void>
  /** Moves by so many entries of the history. */
  (delta: number): Promise<void>
}

export interface Navigation {
  state: 'idle' | 'loading'
  location?: Location
}

export interface RouterState {
  /** The address of the screen that is shown. */
  location: Location
  /** From the outermost frame to the screen; null until the first one is loaded. */
  matches: readonly RouteMatch[] | null
  /** A screen that is being loaded while the present one is still shown. */
  navigation: Navigation
  /** Why the screen can't be shown. */
  failure: { error: unknown } | null
  preventScrollReset: boolean
}

export interface BlockerArgs {
  currentLocation: Location
  nextLocation: Location
}

interface BlockedNavigation {
  /** Goes where the member wanted to go. */
  proceed: () => void
  /** Stays where the member is. */
  reset: () => void
}

interface Guard {
  shouldBlock: (args: BlockerArgs) => boolean
  onChange: (blocked: BlockedNavigation | null) => void
}

type Action = 'push' | 'replace' | 'pop'

export interface Router {
  readonly state: RouterState
  navigate: NavigateFunction
  subscribe: (listener: (state: RouterState) => void) => () => void
  /** Asks `guard` before each navigation, in place of an earlier guard. @returns the end of it */
  block: (guard: Guard) => () => void
  /** Calls `listener` when another screen takes the place of the shown one, which is still there. */
  onLeave: (listener: (location: Location) => void) => () => void
  /** Resolves when the first screen is loaded. */
  ready: Promise<void>
}

export interface RouterOptions {
  routes: readonly RouteObject[]
  /** The whole list, loaded when none of `routes` matches an address. */
  loadRoutes?: () => Promise<readonly RouteObject[]>
  history: RouterHistory
}

const noMatch = { params: {}, base: '/', handle: undefined }
const idle: Navigation = { state: 'idle' }

/** Calls each listener; one of them may leave meanwhile. */
const listeners = <Value>() => {
  const all = new Set<(value: Value) => void>()
  return {
    emit: (value: Value) => {
      for (const listener of [...all]) listener(value)
    },
    add: (listener: (value: Value) => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

/**
 * Follows a history: which screen is shown, and which one is being loaded. A screen whose code is there is shown at
 * once, so that the browser's back finds its page in the same task. An address enters the history together with its
 * screen.
 */
export const createRouter = ({ routes: first, loadRoutes, history }: RouterOptions): Router => {
  let routes = first
  let areRoutesComplete = loadRoutes === undefined
  let guard: Guard | null = null
  /** The navigation that runs; an earlier one that comes late is ignored. */
  let latest = 0
  /** What to do with the next pop: a blocked one was taken back. */
  let onReverted: (() => void) | null = null
  const changes = listeners<RouterState>()
  const leaves = listeners<Location>()
  let state: RouterState = {
    location: history.location(),
    matches: null,
    navigation: idle,
    failure: null,
    preventScrollReset: false,
  }

  const update = (change: Partial<RouterState>) => {
    state = { ...state, ...change }
    changes.emit(state)
  }

  const commit = (location: Location, action: Action, shown: Partial<RouterState>) => {
    if (state.matches) leaves.emit(state.location)
    if (action !== 'pop') history[action](location)
    update({ location, navigation: idle, failure: null, preventScrollReset: false, ...shown })
  }

  const findMatches = async (pathname: string): Promise<RouteMatch[] | null> => {
    const found = matchRoutes(routes, pathname)
    if (found || areRoutesComplete || !loadRoutes) return found
    routes = await loadRoutes()
    areRoutesComplete = true
    return matchRoutes(routes, pathname)
  }

  const redirected = (to: string, action: Action) =>
    start(newLocation(resolvePath(to, state.location), null), action === 'push' ? 'push' : 'replace', false)

  const load = async (location: Location, action: Action, turn: number, preventScrollReset: boolean) => {
    let matches: RouteMatch[] | null = null
    try {
      matches = (await findMatches(location.pathname)) ?? []
      if (turn !== latest) return
      const redirect = redirectOf(matches)
      if (redirect) return await redirected(redirect.redirectTo, action)
      await Promise.all(matches.map(loadRoute))
      if (turn === latest) commit(location, action, { matches, preventScrollReset })
    } catch (error) {
      // The first route is there in any case, and its boundary shows the failure.
      const shown = matches ?? routes.slice(0, 1).map((route) => ({ ...noMatch, route }))
      if (turn === latest) commit(location, action, { matches: shown, failure: { error } })
    }
  }

  const start = async (location: Location, action: Action, preventScrollReset: boolean): Promise<void> => {
    latest += 1
    const matches = matchRoutes(routes, location.pathname)
    if (matches?.every(isLoaded)) {
      const redirect = redirectOf(matches)
      if (redirect) return redirected(redirect.redirectTo, action)
      return commit(location, action, { matches, preventScrollReset })
    }
    const loading = load(location, action, latest, preventScrollReset)
    update({ navigation: { state: 'loading', location } })
    await loading
  }

  /** @returns whether the guard holds the navigation back */
  const isHeld = (nextLocation: Location, proceed: () => void): boolean => {
    const active = guard
    if (!active?.shouldBlock({ currentLocation: state.location, nextLocation })) return false
    active.onChange({
      proceed: () => {
        active.onChange(null)
        proceed()
      },
      reset: () => active.onChange(null),
    })
    return true
  }

  const onPop = (delta: number) => {
    if (onReverted) {
      const next = onReverted
      onReverted = null
      return next()
    }
    const location = history.location()
    let isBack = false
    let wantsOn = false
    const goOn = () => {
      onReverted = () => void start(history.location(), 'pop', false)
      history.go(delta)
    }
    // Going by no entries would load the page again.
    const held =
      delta !== 0 &&
      isHeld(location, () => {
        wantsOn = true
        if (isBack) goOn()
      })
    if (!held) return void start(location, 'pop', false)
    onReverted = () => {
      isBack = true
      if (wantsOn) goOn()
    }
    history.go(-delta)
  }

  const navigate = async (to: string | number, options: NavigateOptions = {}): Promise<void> => {
    if (typeof to === 'number') return history.go(to)
    const location = newLocation(resolvePath(to, state.location), options.state)
    const action = (options.replace ?? false) ? 'replace' : 'push'
    const go = () => start(location, action, options.preventScrollReset ?? false)
    if (!isHeld(location, () => void go())) await go()
  }

  history.listen(onPop)
  const ready = start(state.location, 'pop', false)
  return {
    get state() {
      return state
    },
    navigate,
    subscribe: changes.add,
    block: (next) => {
      guard = next
      return () => {
        if (guard === next) guard = null
      }
    },
    onLeave: leaves.add,
    ready,
  }
}

export const createBrowserRouter = (
  routes: readonly RouteObject[],
  loadRoutes?: RouterOptions['loadRoutes'],
): Router => createRouter({ routes, history: browserHistory(), ...(loadRoutes && { loadRoutes }) })

/** For tests and the server. @param options `initialEntries`: the last one is shown */
export const createMemoryRouter = (
  routes: readonly RouteObject[],
  { initialEntries = ['/'] }: { initialEntries?: readonly string[] } = {},
): Router => createRouter({ routes, history: memoryHistory(initialEntries) })

/** Whether `to` is the address of the screen that is shown. */
export const isShown = ({ location }: RouterState, to: string): boolean =>
  hrefOf(resolvePath(to, location)) === hrefOf(location)
