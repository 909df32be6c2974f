import { createBrowserRouter, type RouteObject } from 'react-router'
import { HomeBar } from './home-bar.tsx'
import { Layout, type RouteHandle } from './layout.tsx'
import { patterns } from './paths.ts'
import { ErrorPage, LoadingPage, NotFoundPage } from './status-pages.tsx'

const handle = (frame: RouteHandle['frame']): { handle: RouteHandle } => ({ handle: { frame } })

/** Tabs whose area doesn't exist yet: known to the router, shown to nobody. */
const unbuiltTabs: RouteObject[] = [patterns.search, patterns.conversations, patterns.gallery].map(
  (path) => ({
    path,
    Component: NotFoundPage,
    ...handle('tabs'),
  }),
)

const HomePage = () => (
  <>
    <HomeBar />
    <h1>今宵、だれと話そう。</h1>
  </>
)

const screens: RouteObject[] = [
  { path: patterns.home, Component: HomePage, ...handle('tabs') },
  ...unbuiltTabs,
  {
    path: patterns.login,
    lazy: async () => ({ Component: (await import('../account/login-page.tsx')).LoginPage }),
    ...handle('bare'),
  },
  {
    path: patterns.signup,
    lazy: async () => ({ Component: (await import('../account/signup-page.tsx')).SignupPage }),
    ...handle('bare'),
  },
  { path: '*', Component: NotFoundPage, ...handle('tabs') },
]

export const createRouter = () =>
  createBrowserRouter([
    { Component: Layout, ErrorBoundary: ErrorPage, HydrateFallback: LoadingPage, children: screens },
  ])
