/** Pauses between tries; the last one repeats. A link of half an hour is worth several tries in its first minutes. */
const pausesMs = [10_000, 60_000, 300_000, 900_000] as const

/** The pause after the nth failed try (from 1). */
export const restAfterTryMs = (tries: number): number =>
  pausesMs[Math.min(Math.max(tries, 1), pausesMs.length) - 1] ?? 0
