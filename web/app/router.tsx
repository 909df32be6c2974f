import { HomePage } from '#web/home/home-page.tsx'
import { ErrorPage } from '#web/layout/status-pages.tsx'
import { createBrowserRouter, type RouteObject } from '#web/router/router.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { framed } from './framed.ts'
import { Layout } from './layout.tsx'

/** The first page has nothing else to do by then. */
const loadScreensAfterMs = 1_000

const loadScreens = () => import('./screens.tsx')

const home: RouteObject = { path: patterns.home, Component: HomePage, ...framed('tabs') }

const inLayout = (children: readonly RouteObject[]): RouteObject => ({
  Component: Layout,
  ErrorBoundary: ErrorPage,
  children,
})

/**
 * Home comes with the first page. The routes of all other screens, 5 kB gz with the names of their chunks, are loaded
 * when an address needs them, or a second after home was shown.
 */
export const createRouter = () => {
  const router = createBrowserRouter([inLayout([home])], async () => {
    const { operatorConsole, screens } = await loadScreens()
    return [operatorConsole, inLayout([home, ...screens])]
  })
  // A failure shows when an address needs them: then they are loaded again.
  setTimeout(() => void loadScreens().catch(() => undefined), loadScreensAfterMs)
  return router
}
