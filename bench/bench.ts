/** What a benchmark found, against its bar of the quality figures. */
export interface Verdict {
  /** As it is shown, with its unit: `0.62×`, `1.4s`. */
  figure: string
  /** As it is shown: `≥0.5×`. */
  bar: string
  isMet: boolean
}

/** Measures and compares. Throws when the reference can't be run: a figure without it is unmet, not skipped. */
export type Bench = (print: (line: string) => void) => Promise<Verdict>

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The value that so many percent of the values don't exceed. */
export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}
