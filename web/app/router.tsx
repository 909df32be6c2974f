import { HomePage } from '#web/home/home-page.tsx'
import { ErrorPage, LoadingPage } from '#web/layout/status-pages.tsx'
import { createBrowserRouter } from '#web/router/router.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { framed } from './framed.ts'
import { Layout } from './layout.tsx'

const layoutRoute = 'layout'
/** The first page has nothing else to do by then. */
const loadScreensAfterMs = 1_000

const loadScreens = () => import('./screens.tsx')

/**
 * Home comes with the first page. The routes of all other screens, 5 kB gz with the names of their chunks, are loaded
 * when an address needs them, or a second after home was shown.
 */
export const createRouter = () => {
  let isComplete = false
  const router = createBrowserRouter(
    [
      {
        id: layoutRoute,
        Component: Layout,
        ErrorBoundary: ErrorPage,
        HydrateFallback: LoadingPage,
        children: [{ path: patterns.home, Component: HomePage, ...framed('tabs') }],
      },
    ],
    {
      patchRoutesOnNavigation: async ({ patch }) => {
        if (isComplete) return
        const { operatorConsole, screens } = await loadScreens()
        if (isComplete) return
        isComplete = true
        patch(layoutRoute, screens)
        patch(null, [operatorConsole])
      },
    },
  )
  // A failure shows when an address needs them: then they are loaded again.
  setTimeout(() => void loadScreens().catch(() => undefined), loadScreensAfterMs)
  return router
}
