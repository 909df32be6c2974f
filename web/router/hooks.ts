import { useCallback, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { BlockerArgs, NavigateFunction, NavigateOptions, Navigation } from './create-router.ts'
import { matchPath, type Params, type PathMatch, type PathPattern } from './pattern.ts'
import { PlaceContext, useLocation, useRouter, useRouterState } from './provider.tsx'
import type { RouteMatch } from './routes.ts'

/** The same function for the life of the page. */
export const useNavigate = (): NavigateFunction => useRouter().navigate

/** The parameters of the path, decoded. */
export const useParams = (): Params => useContext(PlaceContext).params

/** How the present path matches a pattern; null where it doesn't. */
export const useMatch = (pattern: string | PathPattern): PathMatch | null => {
  const { pathname } = useLocation()
  return matchPath(typeof pattern === 'string' ? { path: pattern } : pattern, pathname)
}

/** The routes of the present screen, the outermost first. */
export const useMatches = (): readonly RouteMatch[] => useRouterState().matches ?? []

/** Whether another screen is being loaded. */
export const useNavigation = (): Navigation => useRouterState().navigation

type Search = URLSearchParams | Record<string, string>
type SetSearch = (next: Search | ((now: URLSearchParams) => Search), options?: NavigateOptions) => void

/** The search of the address, and a function that navigates to another one on the same page. */
export const useSearchParams = (): [URLSearchParams, SetSearch] => {
  const router = useRouter()
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback<SetSearch>(
    (next, options) => {
      const now = new URLSearchParams(router.state.location.search)
      void router.navigate(`?${new URLSearchParams(typeof next === 'function' ? next(now) : next)}`, options)
    },
    [router],
  )
  return [params, setParams]
}

export interface Blocker {
  state: 'blocked' | 'unblocked'
  /** While blocked: goes where the member wanted to go. */
  proceed?: () => void
  /** While blocked: stays. */
  reset?: () => void
}

const unblocked: Blocker = { state: 'unblocked' }

/** Holds a navigation back, also the browser's back and forward, while `shouldBlock` answers true. */
export const useBlocker = (shouldBlock: (args: BlockerArgs) => boolean): Blocker => {
  const router = useRouter()
  const [blocker, setBlocker] = useState(unblocked)
  const decide = useEffectEvent(shouldBlock)
  useEffect(
    () =>
      router.block({
        shouldBlock: (args) => decide(args),
        onChange: (blocked) => setBlocker(blocked ? { state: 'blocked', ...blocked } : unblocked),
      }),
    [router],
  )
  return blocker
}
