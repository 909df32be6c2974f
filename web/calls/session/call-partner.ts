import type { CallKind } from '#contract/calls/calls.ts'

/** The partner as a call screen shows her, from whatever is known already. */
export interface Person {
  name: string
  avatarId: string | null
  /** Her prices; null until known, and for a caller. */
  rates: Record<CallKind, number | null> | null
}
