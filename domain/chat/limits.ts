import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** At most `max` messages within any `windowMs`. */
export interface Rate {
  windowMs: number
  max: number
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * Messages of one sender over all conversations: the first limit allows a fast burst, the second a long talk.
 */
export const sendRates: readonly Rate[] = [
  { windowMs: 10 * secondMs, max: 10 },
  { windowMs: minuteMs, max: 60 },
]

/**
 * First messages to partners without a conversation. A broadcaster greets callers and may write to more of
 * them; a caller who writes first messages to dozens an hour is advertising.
 */
export const firstRates = {
  caller: [
    { windowMs: hourMs, max: 10 },
    { windowMs: dayMs, max: 30 },
  ],
  broadcaster: [
    { windowMs: hourMs, max: 30 },
    { windowMs: dayMs, max: 100 },
  ],
} as const satisfies Record<Exclude<Role, 'operator' | 'closed'>, readonly Rate[]>

/** How far back a decision looks at sent messages, in milliseconds. */
export const sendsKnownMs = minuteMs
export const firstsKnownMs = dayMs

export interface SendFacts {
  role: keyof typeof firstRates
  /**
   * When the sender sent messages within `sendsKnownMs`, in any order; milliseconds of the clock of `nowMs`.
   */
  sentAtMs: readonly number[]
  /** Neither member has written to the other before. */
  isFirst: boolean
  /** When the sender sent first messages within `firstsKnownMs`; read for a first message only. */
  firstsAtMs: readonly number[]
}

const isReached = (rates: readonly Rate[], instants: readonly number[], nowMs: number): boolean =>
  rates.some(({ windowMs, max }) => instants.filter((at) => at > nowMs - windowMs).length >= max)

/**
 * Whether one more message may be sent now. The order of the checks: the rate, then the number of new
 * partners.
 */
export const decideSend = (
  facts: SendFacts,
  nowMs: number,
): null | Refusal<'chatTooFast' | 'chatTooManyFirsts'> => {
  if (isReached(sendRates, facts.sentAtMs, nowMs)) return refuse('chatTooFast')
  const isTooMany = facts.isFirst && isReached(firstRates[facts.role], facts.firstsAtMs, nowMs)
  return isTooMany ? refuse('chatTooManyFirsts') : null
}
