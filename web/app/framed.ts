import type { RouteHandle } from './layout.tsx'

/** What is around the screen of a route. */
export const framed = (frame: RouteHandle['frame']): { handle: RouteHandle } => ({ handle: { frame } })
