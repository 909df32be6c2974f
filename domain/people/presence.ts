import { presenceTimeoutMs } from '#contract/realtime/realtime.ts'

/**
 * After the last page closed a member stays present for this long: a reload or a change of networks takes
 * less.
 */
const reloadGraceMs = 10_000

/** A member's presence on one node. Instants are milliseconds of one clock. */
export interface Stay {
  /** The number of open pages. */
  pages: number
  /** The newest heartbeat of any page. */
  seenAt: number
  /** When the last page was closed; null while one is open, and where the connection was only lost. */
  leftAt: number | null
}

/**
 * Until when a member counts as present (product.md 3.18: 60 s after the last heartbeat). A page that is
 * closed says so, and only the grace for a reload is left; a page that fell silent may be in a tunnel.
 */
export const hereUntil = ({ seenAt, leftAt }: Stay): number =>
  Math.min(seenAt + presenceTimeoutMs, leftAt === null ? Number.POSITIVE_INFINITY : leftAt + reloadGraceMs)
