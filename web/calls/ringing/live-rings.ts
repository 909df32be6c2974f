import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { observable } from '#web/shell/observable.ts'

type Taker = (info: IncomingCallInfo) => void

const taker = observable<Taker | null>(null)

/** The page on which a broadcaster is on air takes live calls itself: they ring over its picture, and no other screen opens. */
export const liveRings = {
  store: taker,
  /** @returns what ends the taking */
  takeBy: (take: Taker): (() => void) => {
    taker.set(take)
    return () => {
      if (taker.get() === take) taker.set(null)
    }
  },
  /** @returns whether a page took the call */
  offer: (info: IncomingCallInfo): boolean => {
    const take = taker.get()
    if (info.call_type !== 'live' || !take) return false
    take(info)
    return true
  },
} as const
