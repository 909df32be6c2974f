import {
  Component,
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import type { Router, RouterState } from './create-router.ts'
import type { Location } from './location.ts'
import type { Params } from './pattern.ts'
import { componentOf, type RouteMatch } from './routes.ts'

const RouterContext = createContext<Router | null>(null)
const StateContext = createContext<RouterState | null>(null)
const LocationContext = createContext<Location | null>(null)
const ErrorContext = createContext<unknown>(null)
const OutletContext = createContext<unknown>(null)

/** Where in the screen a component is placed. */
export interface Place {
  /** 0 for the outermost frame. */
  depth: number
  params: Params
  /** The part of the path that the routes around have matched. */
  base: string
}

export const PlaceContext = createContext<Place>({ depth: -1, params: {}, base: '/' })

const present = <Value,>(value: Value | null): Value => {
  if (value === null) throw new Error('This component stands in no RouterProvider')
  return value
}

export const useRouter = (): Router => present(useContext(RouterContext))
export const useRouterState = (): RouterState => present(useContext(StateContext))
export const useLocation = (): Location => present(useContext(LocationContext))
/** What a frame gives the screen in it: the `context` of its Outlet. */
export const useOutletContext = <Value,>(): Value => useContext(OutletContext) as Value
/** Why an ErrorBoundary exists. */
export const useRouteError = (): unknown => useContext(ErrorContext)

interface BoundaryProps {
  location: Location
  fallback: ComponentType
  children: ReactNode
}

interface BoundaryState {
  failure: { error: unknown } | null
  location: Location
}

/** Shows `fallback` after a failure, until the next navigation. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, location: this.props.location }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, before: BoundaryState) {
    return location === before.location ? null : { failure: null, location }
  }

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props
    const { failure } = this.state
    if (!failure) return children
    return (
      <ErrorContext value={failure.error}>
        <Fallback />
      </ErrorContext>
    )
  }
}

interface MatchViewProps {
  depth: number
  match: RouteMatch
  location: Location
  /** Why this screen can't be shown. */
  failure: { error: unknown } | null
}

/** Rendered anew by a navigation, not by the loading before it. */
const MatchView = memo(({ depth, match, location, failure }: MatchViewProps) => {
  const { ErrorBoundary, element = <Outlet /> } = match.route
  const View = componentOf(match.route)
  const view = (
    <PlaceContext value={{ depth, params: match.params, base: match.base }}>
      {failure ? <Failed error={failure.error} /> : View ? <View /> : element}
    </PlaceContext>
  )
  if (!ErrorBoundary) return view
  return (
    <Boundary location={location} fallback={ErrorBoundary}>
      {view}
    </Boundary>
  )
})

/** The route at a depth of the present screen; nothing below the last one. */
const RouteView = ({ depth }: { depth: number }) => {
  const { matches, location, failure } = useRouterState()
  const match = matches?.[depth]
  if (!match) return null
  const isLast = depth === (matches?.length ?? 0) - 1
  return <MatchView depth={depth} match={match} location={location} failure={isLast ? failure : null} />
}

/** Leads a failure of loading to the nearest boundary. */
const Failed = ({ error }: { error: unknown }): ReactNode => {
  throw error
}

/** Where a frame shows the screen in it. */
export const Outlet = ({ context = null }: { context?: unknown }) => (
  <OutletContext value={context}>
    <RouteView depth={useContext(PlaceContext).depth + 1} />
  </OutletContext>
)

/** Shows the screen a router is at. @param fallback is shown while the first screen is loaded */
export const RouterProvider = ({ router, fallback = null }: { router: Router; fallback?: ReactNode }) => {
  const [state, setState] = useState(router.state)
  useLayoutEffect(() => {
    const follow = (next: RouterState) => startTransition(() => setState(next))
    const unsubscribe = router.subscribe(follow)
    // It may have moved between the first render and now.
    follow(router.state)
    return unsubscribe
  }, [router])
  return (
    <RouterContext value={router}>
      <StateContext value={state}>
        <LocationContext value={state.location}>
          {state.matches ? <RouteView depth={0} /> : fallback}
        </LocationContext>
      </StateContext>
    </RouterContext>
  )
}
