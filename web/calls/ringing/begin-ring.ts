import type { IncomingCallInfo } from '#contract/calls/calls.ts'
import { lineAhead } from '../session/line-ahead.ts'
import { storedRing } from './stored-ring.ts'

/** A call rings here, and its screen is about to open: what the screen finds then. */
export const beginRing = (info: IncomingCallInfo): void => {
  storedRing.store(info)
  lineAhead.open(info)
}
