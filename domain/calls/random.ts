import type { EndReason } from '#contract/calls/calls.ts'

/** A place whose page hasn't asked for this long is nobody's: pages ask every 2 s. */
export const askedWithinMs = 10_000
/** product.md 3: not among his last three. Of any random ring, whatever came of it. */
export const lastPartnersMax = 3
/** Partners of an earlier day may come again: where few wait, three could be all there are. */
export const lastPartnersWithinMs = 86_400_000
/** A caller behind so many who choose doesn't choose yet: they ask within 2 s, and then that caller's turn comes. */
export const choosersMax = 100
/** How long a caller for whom nobody could be found counts as one who takes nobody: pages ask again every 2 s. */
export const noPartnerKnownMs = 5_000
/** The matches that tell how long one waits. */
export const estimateWindowMs = 600_000

/** Where somebody stood when he asked last. Instants are milliseconds of one clock. */
export interface EarlierPlace {
  askedAt: number
  /** The ring that came of it; null while he still waits. */
  ring: { wasConnected: boolean; endReason: EndReason | null; endedAt: number | null } | null
}

const letDown: readonly (EndReason | null)[] = ['declined', 'missed', 'failed']

/**
 * Whether somebody who asks keeps the place he had, or begins at the end: he keeps it while his page goes on asking,
 * and when the partner it brought him didn't answer.
 */
export const keepsQueuePlace = ({ askedAt, ring }: EarlierPlace, now: number): boolean => {
  if (!ring) return now - askedAt < askedWithinMs
  return (
    !ring.wasConnected &&
    letDown.includes(ring.endReason) &&
    ring.endedAt !== null &&
    now - ring.endedAt < askedWithinMs
  )
}

/** A broadcaster who could be rung. */
export interface RandomPartner {
  id: string
  /** On standby since then, or since her last call or ring if that came later: who was asked goes to the end. */
  waitsSince: number
}

/**
 * Whom the caller may be given, best first: those who wait longest, without those whom the callers before him will
 * take, each in his turn.
 *
 * @param callers who wait longer, first come first, and at the end he himself
 * @param isOut these two are never brought together now
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
    const taken = free.findIndex(({ id }) => !isOut(callerId, id))
    if (taken >= 0) free.splice(taken, 1)
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

/** Seconds until it is his turn, when matches go on as in the last minutes; null without one to tell it from. */
export const estimateWaitSec = ({ ahead, matches }: { ahead: number; matches: number }): number | null =>
  matches === 0 ? null : Math.ceil(((ahead + 1) * estimateWindowMs) / 1_000 / matches)
