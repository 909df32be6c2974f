import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { isRateReached, type RateLimit } from '#domain/safety/rate-limit.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Messages of one sender over all conversations: the first limit allows a fast burst, the second a long talk.
 */
export const sendLimits: readonly RateLimit[] = [
  { windowMs: 10 * secondMs, max: 10 },
  { windowMs: minuteMs, max: 60 },
]

/**
 * First messages to partners without a conversation. A broadcaster greets callers and may write to more of
 * them; a caller who writes first messages to dozens an hour is advertising.
 */
export const firstMessageLimits = {
  caller: [
    { windowMs: hourMs, max: 10 },
    { windowMs: dayMs, max: 30 },
  ],
  broadcaster: [
    { windowMs: hourMs, max: 30 },
    { windowMs: dayMs, max: 100 },
  ],
} as const satisfies Record<Exclude<Role, 'operator' | 'closed'>, readonly RateLimit[]>

/** How far back a decision looks at sent messages, in milliseconds. */
export const sendsWindowMs = minuteMs
export const firstsWindowMs = dayMs

export interface SendFacts {
  role: keyof typeof firstMessageLimits
  /**
   * When the sender sent messages within `sendsWindowMs`, in any order; milliseconds of the clock of `nowMs`.
   */
  sentAtMs: readonly number[]
  /** Neither member has written to the other before. */
  isFirst: boolean
  /** When the sender sent first messages within `firstsWindowMs`; read for a first message only. */
  firstsAtMs: readonly number[]
}

/**
 * Whether one more message may be sent now. The order of the checks: the rate, then the number of new
 * partners.
 */
export const decideSend = (
  facts: SendFacts,
  nowMs: number,
): null | Refusal<'chatTooFast' | 'chatTooManyFirsts'> => {
  if (isRateReached(sendLimits, facts.sentAtMs, nowMs)) return refuse('chatTooFast')
  const isTooMany = facts.isFirst && isRateReached(firstMessageLimits[facts.role], facts.firstsAtMs, nowMs)
  return isTooMany ? refuse('chatTooManyFirsts') : null
}
