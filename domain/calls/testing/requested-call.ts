import type { CallRole } from '#contract/calls/calls.ts'
import type { CallState } from '../transition.ts'

/** A call as it begins, for tests of the machine: the product writes a new call into the database. */
export const requestedCall = (dialler: CallRole, now: number): CallState => ({
  phase: 'requested',
  dialler,
  isInLiveRoom: false,
  requestedAt: now,
  rungAt: now,
  diallerSeenAt: now,
  acceptedAt: null,
  awaySince: { caller: null, broadcaster: null },
  serverAwaySince: null,
  end: null,
  lines: { caller: null, broadcaster: null },
  carrying: { kind: 'video', videoRequest: null },
})
