/**
 * A random time between half of `ms` and `ms`, so that thousands of pages that started at the same moment, after a
 * start or an outage, don't all act at one moment again.
 */
export const jitter = (ms: number): number => ms * (1 - Math.random() / 2)
