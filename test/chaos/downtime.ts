import type { Kill } from './killer.ts'

export interface Span {
  from: number
  to: number
}

/** When something was down: from each kill until everything was well again, overlaps joined. */
export const downtimesOf = (kills: readonly Kill[]): Span[] => joined(kills, ({ wellAt }) => wellAt)

/** When nothing served: from each kill until some app did; what is less than `gapMs` apart is joined. */
export const outagesOf = (kills: readonly Kill[], gapMs = 0): Span[] =>
  joined(kills, ({ servedAt }) => servedAt, gapMs)

const joined = (kills: readonly Kill[], endOf: (kill: Kill) => number | null, gapMs = 0): Span[] => {
  const spans: Span[] = []
  for (const kill of kills.toSorted((one, other) => one.at - other.at)) {
    const { at } = kill
    const to = endOf(kill) ?? Number.POSITIVE_INFINITY
    const last = spans.at(-1)
    if (last && at <= last.to + gapMs) last.to = Math.max(last.to, to)
    else spans.push({ from: at, to })
  }
  return spans
}

export const overlaps = (one: Span, other: Span): boolean => one.from <= other.to && other.from <= one.to

/** Milliseconds of a span in which everything was well. */
export const wellMsWithin = ({ from, to }: Span, downtimes: readonly Span[]): number => {
  const downMs = downtimes.reduce(
    (sum, down) => sum + Math.max(0, Math.min(to, down.to) - Math.max(from, down.from)),
    0,
  )
  return Math.max(0, to - from - downMs)
}
