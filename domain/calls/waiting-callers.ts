import type { CallKind } from '#contract/calls/calls.ts'

/** An unanswered ring stays on the broadcaster's list for so long. */
export const missedCallsWindowMs = 3 * 86_400_000

/** A caller who waits for a call back, and since when in milliseconds. */
export interface Waiting {
  callerId: string
  reason: 'videoRequest' | 'missedCall'
  kind: CallKind
  atMs: number
}

/**
 * Each caller's newest wish, newest first, at most `max`. A wish is over once the broadcaster has rung that
 * caller, or the two have begun a connected call, after it: `answeredAtMs` by the caller's id.
 */
export const waitingList = (
  wishes: readonly Waiting[],
  answeredAtMs: ReadonlyMap<string, number>,
  max: number,
): Waiting[] => {
  const newest = new Map<string, Waiting>()
  for (const wish of wishes) {
    const known = newest.get(wish.callerId)
    if (wish.atMs > (answeredAtMs.get(wish.callerId) ?? 0) && wish.atMs > (known?.atMs ?? 0))
      newest.set(wish.callerId, wish)
  }
  return [...newest.values()].sort((one, other) => other.atMs - one.atMs).slice(0, max)
}
