import type { EndReason } from '#contract/calls/calls.ts'

/** A place expires when its page hasn't polled for this long: pages poll every 2 s. */
export const pollTimeoutMs = 10_000
/** product.md 3.18: not among the caller's last three. It counts every random ring, whatever its outcome. */
export const lastPartnersMax = 3
/** Partners of an earlier day may return: where few are on standby, three could be all. */
export const lastPartnersWithinMs = 86_400_000
/**
 * A caller behind so many who choose doesn't choose yet: those ask within 2 s, and then it is that caller's
 * turn.
 */
export const choosersMax = 100
/** For this long a caller without a possible partner counts as choosing nobody: pages ask again every 2 s. */
export const noPartnerKnownMs = 5_000
/** The matches of this time tell how long a caller waits. */
export const estimateWindowMs = 600_000

/** A caller's place at the last request. Instants are milliseconds of one clock. */
export interface EarlierPlace {
  polledAt: number
  /** The ring that the place led to; null while the caller waits. */
  ring: { wasConnected: boolean; endReason: EndReason | null; endedAt: number | null } | null
}

const letDown: readonly (EndReason | null)[] = ['declined', 'missed', 'failed']

/**
 * Whether a caller keeps the earlier place or starts at the end. The place is kept while the caller's page
 * goes on asking, and when the partner whom it led to didn't answer.
 */
export const keepsQueuePlace = ({ polledAt, ring }: EarlierPlace, now: number): boolean => {
  if (!ring) return now - polledAt < pollTimeoutMs
  return (
    !ring.wasConnected &&
    letDown.includes(ring.endReason) &&
    ring.endedAt !== null &&
    now - ring.endedAt < pollTimeoutMs
  )
}

/** A broadcaster who could be rung. */
export interface RandomPartner {
  id: string
  /**
   * On standby since then, or since the last call or ring if that came later: each ring moves its callee to
   * the end.
   */
  waitsSince: number
}

/**
 * The partners that a caller may get, best first: those who have waited longest, without those whom the
 * callers ahead take in their order.
 *
 * @param callers who have waited longer, first come first, with the caller in question at the end
 * @param isOut whether these two must not be matched now
 */
export const partnersFor = (
  callers: readonly string[],
  partners: readonly RandomPartner[],
  isOut: (callerId: string, partnerId: string) => boolean,
): string[] => {
  const free = [...partners].sort(
    (one, other) => one.waitsSince - other.waitsSince || (one.id < other.id ? -1 : 1),
  )
  for (const callerId of callers.slice(0, -1)) {
    const index = free.findIndex(({ id }) => !isOut(callerId, id))
    if (index >= 0) free.splice(index, 1)
  }
  const own = callers.at(-1)
  return free.flatMap(({ id }) => (own !== undefined && !isOut(own, id) ? [id] : []))
}

/** Whether any of these partners could be matched with the caller, if no other caller chooses first. */
export const hasPossiblePartner = (
  callerId: string,
  partners: readonly RandomPartner[],
  isOut: (callerId: string, partnerId: string) => boolean,
): boolean => partners.some(({ id }) => !isOut(callerId, id))

/** Seconds until the caller's turn at the rate of the last matches; null without a match to estimate from. */
export const estimateWaitSec = ({ ahead, matches }: { ahead: number; matches: number }): number | null =>
  matches === 0 ? null : Math.ceil(((ahead + 1) * estimateWindowMs) / 1_000 / matches)
