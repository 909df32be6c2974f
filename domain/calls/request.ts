import type { Role } from '../../contract/account.ts'
import type { CallKind, CallRole } from '../../contract/calls.ts'
import type { PresenceState } from '../../contract/people.ts'
import { type Refusal, refuse } from '../../contract/refusal.ts'

export interface RequestSide {
  memberId: string
  role: Role
  rates: Record<CallKind, number | null>
  state: PresenceState | null
  /** What the browser that registered is known by; null for seeded people. */
  deviceKey: string | null
  isUnderAge: boolean
}

export interface RequestFacts {
  own: RequestSide
  partner: RequestSide
  kind: CallKind
  /** Rings of this pair without an answer in the last hour. */
  unanswered: number
  unansweredMax: number
}

export type RequestDecision =
  | { dialler: CallRole; ratePointsPerMin: number }
  | Refusal<
      | 'callSelf'
      | 'underAge'
      | 'partnerUnavailable'
      | 'callSameRole'
      | 'callSameDevice'
      | 'callKindRefused'
      | 'callPartnerOffline'
      | 'callPartnerBusy'
      | 'callTooManyRings'
    >

/**
 * Whether a ring may start, in a fixed precedence: oneself, age, roles, device, kind, limit, her state.
 * Calls run between a caller and a broadcaster only, neither under 18 nor both of one device (product.md 1); the
 * caller pays her rate, whoever dials.
 * A caller shows no state, so a ring to him is always tried; whether a side is busy is for its seat to say.
 */
export const requestDecision = ({
  own,
  partner,
  kind,
  unanswered,
  unansweredMax,
}: RequestFacts): RequestDecision => {
  if (own.memberId === partner.memberId) return refuse('callSelf')
  if (own.isUnderAge) return refuse('underAge')
  if (partner.isUnderAge) return refuse('partnerUnavailable')
  const broadcaster = own.role === 'broadcaster' ? own : partner
  const caller = own.role === 'broadcaster' ? partner : own
  if (broadcaster.role !== 'broadcaster' || caller.role !== 'caller') return refuse('callSameRole')
  if (own.deviceKey !== null && own.deviceKey === partner.deviceKey) return refuse('callSameDevice')
  const ratePointsPerMin = broadcaster.rates[kind]
  if (ratePointsPerMin === null) return refuse('callKindRefused')
  if (unanswered >= unansweredMax) return refuse('callTooManyRings')
  const dialler = own === caller ? 'caller' : 'broadcaster'
  if (dialler === 'caller' && broadcaster.state === 'offline') return refuse('callPartnerOffline')
  return { dialler, ratePointsPerMin }
}
