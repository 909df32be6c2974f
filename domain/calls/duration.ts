/**
 * A duration as every screen, card, statement and receipt shows it: whole seconds, rounded down. One rule for
 * connected and charged time keeps the charged seconds within the connected ones. Increments don't follow it:
 * they are rounded up (domain/points/increment.ts).
 */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)
