/**
 * A duration as every screen, card, statement and receipt shows it: whole seconds, the last one begun left out. One
 * rule for connected and charged time keeps the charged seconds within the connected ones. Increments are not rounded
 * by it: domain/points/increment.ts counts one begun as a whole.
 */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000)
