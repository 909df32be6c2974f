import { presenceTimeoutMs } from '#contract/realtime/realtime.ts'

/** After her last page closed she stays for this long: a reload or a change of networks is back within it. */
export const reloadGraceMs = 10_000

/** A member's stay at one node. Instants are milliseconds of one clock. */
export interface Stay {
  /** Open pages. */
  pages: number
  /** The newest beat of any page. */
  seenAt: number
  /** When the last page closed by itself; null while one is open, and where the connection was only lost. */
  leftAt: number | null
}

/**
 * Until when a member counts as here (product.md 3: 60 s after the last heartbeat). A page that was closed says so,
 * and only the grace for a reload is left; one that fell silent may be in a tunnel.
 */
export const hereUntil = ({ seenAt, leftAt }: Stay): number =>
  Math.min(seenAt + presenceTimeoutMs, leftAt === null ? Number.POSITIVE_INFINITY : leftAt + reloadGraceMs)
