import { HomePage } from '#web/home/home-page.tsx'
import { ScreenFailed } from '#web/layout/status-pages.tsx'
import { createBrowserRouter, type RouteObject } from '#web/router/router.ts'
import { untilLoaded } from '#web/shell/lazy-part.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { recovering } from '#web/shell/offline/recovering.tsx'
import { framed } from './framed.ts'
import { inLayout } from './in-layout.ts'
import { Layout } from './layout.tsx'

/** The first page has nothing else to do by then. */
const loadScreensAfterMs = 1_000

const loadScreens = () => import('./screens.tsx')

const home: RouteObject = { path: patterns.home, Component: HomePage, ...framed('tabs') }

/** A screen whose code can't be loaded says so in its place, with the tabs around it. */
const kept = (route: RouteObject): RouteObject => {
  const { lazy, children } = route
  return {
    ...route,
    ...(lazy ? { lazy: recovering(lazy, ScreenFailed) } : {}),
    ...(children ? { children: children.map(kept) } : {}),
  }
}

/** The members' routes, once the screens are there. */
export const membersRoutes = (screens: readonly RouteObject[]): RouteObject =>
  inLayout(Layout, [home, ...screens.map(kept)])

/**
 * Home comes with the first page. The routes of all other screens, 5 kB gz with the names of their chunks, are loaded
 * when an address needs them, or a second after home was shown.
 */
export const createRouter = () => {
  const router = createBrowserRouter([inLayout(Layout, [home])], async () => {
    const { operatorConsole, screens } = await untilLoaded(loadScreens)
    return [operatorConsole, membersRoutes(screens)]
  })
  // A failure shows when an address needs them: then they are loaded again.
  setTimeout(() => void loadScreens().catch(() => undefined), loadScreensAfterMs)
  return router
}
