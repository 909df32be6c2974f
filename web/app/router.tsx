import type { ComponentType } from 'react'
import { HomePage } from '#web/home/home-page.tsx'
import { ErrorPage, LoadingPage, ScreenFailed } from '#web/layout/status-pages.tsx'
import { createBrowserRouter, type RouteObject } from '#web/router/router.ts'
import { untilLoaded } from '#web/shell/lazy-part.ts'
import { patterns } from '#web/shell/navigation/paths.ts'
import { recovering } from '#web/shell/offline/recovering.tsx'
import { framed } from './framed.ts'
import { Layout } from './layout.tsx'

type ScreenLoad = () => Promise<{ Component: ComponentType }>

const layoutRoute = 'layout'
/** The first page has nothing else to do by then. */
const loadScreensAfterMs = 1_000

const loadScreens = () => import('./screens.tsx')

/** A screen whose code can't be loaded says so in its place, with the tabs around it. */
const kept = (route: RouteObject): RouteObject => {
  const { lazy, children } = route
  return {
    ...route,
    ...(typeof lazy === 'function' ? { lazy: recovering(lazy as ScreenLoad, ScreenFailed) } : {}),
    ...(children ? { children: children.map(kept) } : {}),
  } as RouteObject
}

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
        const { operatorConsole, screens } = await untilLoaded(loadScreens)
        if (isComplete) return
        isComplete = true
        patch(layoutRoute, screens.map(kept))
        patch(null, [operatorConsole])
      },
    },
  )
  // A failure shows when an address needs them: then they are loaded again.
  setTimeout(() => void loadScreens().catch(() => undefined), loadScreensAfterMs)
  return router
}
