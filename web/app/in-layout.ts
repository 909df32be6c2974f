import type { ComponentType } from 'react'
import { BrokenScreen, ErrorPage } from '#web/layout/status-pages.tsx'
import type { RouteObject } from '#web/router/router.ts'

/** A screen that fails is replaced alone: what the layout holds, such as a running call, goes on. */
export const inLayout = (Layout: ComponentType, screens: readonly RouteObject[]): RouteObject => ({
  Component: Layout,
  ErrorBoundary: ErrorPage,
  children: screens.map((screen) => ({ ErrorBoundary: BrokenScreen, ...screen })),
})
