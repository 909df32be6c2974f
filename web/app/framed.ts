import type { RouteHandle } from './layout.tsx'

/** What stands around the screen of a route. */
export const framed = (frame: RouteHandle['frame']): { handle: RouteHandle } => ({ handle: { frame } })
