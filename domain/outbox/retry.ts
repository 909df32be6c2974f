/** Pauses between tries; the last one repeats. A link of half an hour is worth several tries in its first minutes. */
const pausesMs = [10_000, 60_000, 300_000, 900_000] as const

/** How long a message rests after its nth try (from 1) failed. */
export const restAfterTryMs = (tries: number): number =>
  pausesMs[Math.min(Math.max(tries, 1), pausesMs.length) - 1] ?? 0
