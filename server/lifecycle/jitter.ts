/**
 * Between half of a time and all of it. What thousands of pages hold since the same moment, after a start or an outage,
 * isn't let go of in one moment as well.
 */
export const jitter = (ms: number): number => ms * (1 - Math.random() / 2)
