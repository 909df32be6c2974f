import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** At most `max` within any `windowMs`. */
export interface Rate {
  windowMs: number
  max: number
}

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Messages of one sender over all his conversations: a burst that a fast thumb can reach, and a talk without end. */
export const sendRates: readonly Rate[] = [
  { windowMs: 10 * secondMs, max: 10 },
  { windowMs: minuteMs, max: 60 },
]

/**
 * First messages to people one has never talked with. A broadcaster greets her callers, so she may write to more; a
 * caller who writes to dozens an hour is advertising.
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

/** How far back the instants that a decision needs reach, in milliseconds. */
export const sendsKnownMs = minuteMs
export const firstsKnownMs = dayMs

export interface SendFacts {
  role: keyof typeof firstRates
  /** When he sent messages within `sendsKnownMs`, in any order; milliseconds of the clock of `nowMs`. */
  sentAtMs: readonly number[]
  /** Neither of the two has written to the other before. */
  isFirst: boolean
  /** When he sent first messages within `firstsKnownMs`; looked at for a first message only. */
  firstsAtMs: readonly number[]
}

const isReached = (rates: readonly Rate[], instants: readonly number[], nowMs: number): boolean =>
  rates.some(({ windowMs, max }) => instants.filter((at) => at > nowMs - windowMs).length >= max)

/** Whether one more message may be sent now. Precedence: how fast, then to how many new people. */
export const decideSend = (
  facts: SendFacts,
  nowMs: number,
): null | Refusal<'chatTooFast' | 'chatTooManyFirsts'> => {
  if (isReached(sendRates, facts.sentAtMs, nowMs)) return refuse('chatTooFast')
  const isTooMany = facts.isFirst && isReached(firstRates[facts.role], facts.firstsAtMs, nowMs)
  return isTooMany ? refuse('chatTooManyFirsts') : null
}
