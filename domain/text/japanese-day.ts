const dayMs = 86_400_000

/** Japan keeps one offset from UTC all year. */
export const japanOffsetMs = 9 * 3_600_000

/** Midnight in Japan of the day of an instant, in milliseconds. */
export const japaneseDayStart = (nowMs: number): number =>
  Math.floor((nowMs + japanOffsetMs) / dayMs) * dayMs - japanOffsetMs
