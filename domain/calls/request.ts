import type { Role } from '#contract/account/account.ts'
import type { CallKind, CallRole } from '#contract/calls/calls.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { looksLikeSamePerson, type PersonMarks } from '#domain/people/same-person.ts'

export interface RequestSide extends PersonMarks {
  memberId: string
  role: Role
  rates: Record<CallKind, number | null>
  state: PresenceState | null
  isUnderAge: boolean
}

export interface RequestFacts {
  own: RequestSide
  /** Null: there is no such member. */
  partner: RequestSide | null
  isBlocked: boolean
  kind: CallKind
  /** The price that stood on the caller's button, in points per minute; null when it isn't told, or when she dials. */
  expectedRatePointsPerMin: number | null
  /** Rings of this pair without an answer in the last hour. */
  unanswered: number
  unansweredMax: number
  /** How much of the caller's time may stay without proof of reception today (unproven.ts). */
  unprovenMsLeft: number
  /** Strangers have had their share of the broadcaster's hour, and the dialler is one; false where a broadcaster dials. */
  isOverStrangersShare: boolean
  /** New terms that one hasn't agreed to yet. Who is rung may answer all the same. */
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
 * Whether a ring may start, in a fixed precedence: oneself, what the dialler's own account lacks, the partner, one person,
 * kind, price, proof of reception, limits, the broadcaster's state. Calls run between a caller and a broadcaster only,
 * neither under 18 (product.md 1); the caller pays the broadcaster's rate, and never more than the price that the caller
 * tapped. An id of nobody, of a member of the same role, of a blocked pair and of a minor get one answer: ids are short
 * numbers, and different answers would list the members. Two accounts that look like one person's are told nothing
 * but that it didn't connect: neither who it is that shares a device or a phone number with them, nor how we know.
 * A caller shows no state, so a ring to him is always tried; whether a side is busy is for its seat to say.
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
