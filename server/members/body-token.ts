import { timingSafeEqual } from 'node:crypto'
import type { Viewer } from './sessions.ts'

/** A body's token must be the session's. */
export const isOwnToken = (viewer: Viewer, token: string): boolean => {
  const own = Buffer.from(viewer.token)
  const given = Buffer.from(token)
  return own.length === given.length && timingSafeEqual(own, given)
}
