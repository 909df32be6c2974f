import type { CallKind } from '#contract/calls/calls.ts'

/** The partner on a call screen, from whatever is known already. */
export interface Person {
  name: string
  avatarId: string | null
  /** The broadcaster's prices; null until known, and for a partner who is a caller. */
  rates: Record<CallKind, number | null> | null
}
