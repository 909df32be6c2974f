import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { observable } from '#web/shell/observable.ts'

type Handler = (info: IncomingCallInfo) => void

const handler = observable<Handler | null>(null)

/** The page on which a broadcaster is on air takes live calls itself: they ring over its picture, and no other screen opens. */
export const liveRings = {
  store: handler,
  /** @returns what ends the taking */
  handleWith: (handle: Handler): (() => void) => {
    handler.set(handle)
    return () => {
      if (handler.get() === handle) handler.set(null)
    }
  },
  /** @returns whether a page took the call */
  offer: (info: IncomingCallInfo): boolean => {
    const handle = handler.get()
    if (info.call_type !== 'live' || !handle) return false
    handle(info)
    return true
  },
} as const
