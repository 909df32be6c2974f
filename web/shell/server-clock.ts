/** The server's clock as this page knows it, from the `Date` of its answers. */
export interface ServerClock {
  /** Uses one answer: its `Date` header, and the page's clock at the request and at the answer. */
  sync(date: string | null, requestedAt: number, answeredAt: number): void
  /** Milliseconds since 1970, by the server. */
  now(): number
}

/** `Date` has whole seconds, and the round trip blurs it: a smaller difference is ignored. */
const toleranceMs = 2_000

export const createServerClock = (pageNow: () => number = Date.now): ServerClock => {
  let aheadMs = 0
  return {
    sync: (date, requestedAt, answeredAt) => {
      const at = Date.parse(date ?? '')
      if (Number.isNaN(at)) return
      const differenceMs = at + 500 - (requestedAt + answeredAt) / 2
      aheadMs = Math.abs(differenceMs) > toleranceMs ? differenceMs : 0
    },
    now: () => pageNow() + aheadMs,
  }
}

export const serverClock = createServerClock()
