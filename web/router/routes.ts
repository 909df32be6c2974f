import type { ComponentType, ReactNode } from 'react'
import { matchPath, type Params } from './pattern.ts'

/** A loader's answer: another path takes the place of the asked one. */
export interface Redirect {
  redirectTo: string
}

export interface LoaderFunctionArgs {
  params: Params
}

export interface RouteObject {
  /** The whole path from the root; a route without one is a frame around its children. */
  path?: string
  Component?: ComponentType
  element?: ReactNode
  /** Loads the code of the screen. A failure isn't kept: the next visit tries again. */
  lazy?: () => Promise<{ Component: ComponentType }>
  /** Decides before anything is shown, at once. */
  loader?: (args: LoaderFunctionArgs) => Redirect | null
  handle?: unknown
  children?: readonly RouteObject[]
  /** Stands in place of this route when it, or a route below it, fails. */
  ErrorBoundary?: ComponentType
}

/** A route of the present screen, from the outermost to the screen itself. */
export interface RouteMatch {
  route: RouteObject
  params: Params
  /** The part of the path before a final `*`. */
  base: string
  handle: unknown
}

/** The first route that matches, with the frames around it; null where none does. */
export const matchRoutes = (routes: readonly RouteObject[], pathname: string): RouteMatch[] | null => {
  const search = (
    candidates: readonly RouteObject[],
    frames: readonly RouteObject[],
  ): RouteMatch[] | null => {
    for (const route of candidates) {
      const chain = [...frames, route]
      if (route.path !== undefined) {
        const found = matchPath({ path: route.path }, pathname)
        if (found) return chain.map((each) => ({ ...found, route: each, handle: each.handle }))
      }
      const below = route.children ? search(route.children, chain) : null
      if (below) return below
    }
    return null
  }
  return search(routes, [])
}

/** The first redirect of a screen and its frames. */
export const redirectOf = (matches: readonly RouteMatch[]): Redirect | null => {
  for (const { route, params } of matches) {
    const redirect = route.loader?.({ params })
    if (redirect) return redirect
  }
  return null
}

/** A loader's answer that leads to another path. */
export const replace = (redirectTo: string): Redirect => ({ redirectTo })

const loaded = new WeakMap<RouteObject, ComponentType>()

/** What a route shows; undefined while its code isn't there. */
export const componentOf = (route: RouteObject): ComponentType | undefined =>
  route.Component ?? loaded.get(route)

export const isLoaded = ({ route }: RouteMatch): boolean => !route.lazy || loaded.has(route)

/** Loads the code of a route; rejects where it can't be loaded. */
export const loadRoute = async ({ route }: RouteMatch): Promise<void> => {
  if (route.lazy && !loaded.has(route)) loaded.set(route, (await route.lazy()).Component)
}
