import type { Role } from '#contract/account/account.ts'
import type { CallKind, CallRole } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { type IdentityKeys, looksLikeSamePerson } from '#domain/people/same-person.ts'

export interface RequestSide extends IdentityKeys {
  memberId: string
  role: Role
  rates: Record<CallKind, number | null>
  state: PresenceState | null
  isUnderAge: boolean
}

export interface RequestFacts {
  own: RequestSide
  /** Null when there is no such member. */
  partner: RequestSide | null
  isBlocked: boolean
  kind: CallKind
  /**
   * The price on the caller's button, in points per minute; null when it wasn't sent, or when the broadcaster
   * dials.
   */
  expectedRatePointsPerMin: number | null
  /** Rings of this pair without an answer in the last hour. */
  unanswered: number
  unansweredMax: number
  /** How much of the caller's time may stay without proof of reception today (unproven.ts). */
  unprovenMsLeft: number
  /**
   * Rings of strangers have used up their share of the broadcaster's hour, and the dialler is a stranger;
   * false where a broadcaster dials.
   */
  isOverStrangersShare: boolean
  /** The dialler hasn't agreed to new terms yet. A callee may answer all the same. */
  isConsentDue: boolean
}

export type RequestDecision =
  | { dialler: CallRole; ratePointsPerMin: number }
  | Refusal<
      | 'callSelf'
      | 'underAge'
      | 'consentDue'
      | 'partnerUnavailable'
      | 'callNotConnected'
      | 'callKindRefused'
      | 'callRateChanged'
      | 'callPartnerOffline'
      | 'callPartnerBusy'
      | 'callTooManyRings'
      | 'callReceptionUnproven'
      | 'callTooManyNewcomers'
    >

/**
 * Whether a ring may start. The checks come in a fixed order: the own id, what the dialler's own account
 * lacks, the partner, two accounts of one person, kind, price, proof of reception, limits, the broadcaster's
 * state. Calls run between a caller and a broadcaster, neither under 18 (product.md 1.3, 1.6). The caller
 * pays the broadcaster's rate, and never more than the price on the tapped button. An unknown id, a member of
 * the same role, a blocked pair and a minor get the same answer: ids are short numbers, and different answers
 * would list the members. Two accounts that look like one person's learn only that the call didn't connect:
 * neither who shares a device or a phone number with them, nor how we know. A caller shows no state, so a
 * ring to a caller is always tried; the seat decides whether a side is busy.
 */
export const requestDecision = ({
  own,
  partner,
  isBlocked,
  kind,
  expectedRatePointsPerMin,
  unanswered,
  unansweredMax,
  unprovenMsLeft,
  isConsentDue,
  isOverStrangersShare,
}: RequestFacts): RequestDecision => {
  if (own.memberId === partner?.memberId) return refuse('callSelf')
  if (own.isUnderAge) return refuse('underAge')
  if (isConsentDue) return refuse('consentDue')
  if (own.role === 'broadcaster' && own.rates[kind] === null) return refuse('callKindRefused')
  if (!partner || isBlocked || partner.isUnderAge) return refuse('partnerUnavailable')
  const broadcaster = own.role === 'broadcaster' ? own : partner
  const caller = own.role === 'broadcaster' ? partner : own
  if (broadcaster.role !== 'broadcaster' || caller.role !== 'caller') return refuse('partnerUnavailable')
  if (looksLikeSamePerson(own, partner)) return refuse('callNotConnected')
  const ratePointsPerMin = broadcaster.rates[kind]
  if (ratePointsPerMin === null) return refuse('callKindRefused')
  const dialler = own === caller ? 'caller' : 'broadcaster'
  const isDearer = expectedRatePointsPerMin !== null && ratePointsPerMin > expectedRatePointsPerMin
  if (dialler === 'caller' && isDearer) return refuse('callRateChanged')
  if (unprovenMsLeft <= 0) {
    return refuse(dialler === 'caller' ? 'callReceptionUnproven' : 'callNotConnected')
  }
  if (unanswered >= unansweredMax) return refuse('callTooManyRings')
  if (isOverStrangersShare) return refuse('callTooManyNewcomers')
  if (dialler === 'caller' && broadcaster.state === 'offline') return refuse('callPartnerOffline')
  return { dialler, ratePointsPerMin }
}
