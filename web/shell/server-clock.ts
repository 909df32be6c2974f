/** The server's clock as this page knows it, from the `Date` of its answers. */
export interface ServerClock {
  /** Takes one answer in: its `Date` header, and the page's clock when it was asked and when it came. */
  note(date: string | null, askedAt: number, answeredAt: number): void
  /** Milliseconds since 1970, by the server. */
  now(): number
}

/** `Date` has whole seconds, and the way there and back blurs it: less than this is no difference. */
const toleranceMs = 2_000

export const createServerClock = (pageNow: () => number = Date.now): ServerClock => {
  let aheadMs = 0
  return {
    note: (date, askedAt, answeredAt) => {
      const at = Date.parse(date ?? '')
      if (Number.isNaN(at)) return
      const differenceMs = at + 500 - (askedAt + answeredAt) / 2
      aheadMs = Math.abs(differenceMs) > toleranceMs ? differenceMs : 0
    },
    now: () => pageNow() + aheadMs,
  }
}

export const serverClock = createServerClock()
