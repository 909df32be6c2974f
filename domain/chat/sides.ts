import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { type IdentityKeys, looksLikeSamePerson } from '#domain/people/same-person.ts'

export interface ChatPerson extends IdentityKeys {
  memberId: string
  role: Role
  isUnderAge: boolean
}

/** The two sides of a conversation, as they were when it began. */
export interface ChatSides {
  callerId: string
  broadcasterId: string
}

export interface ChatFacts {
  own: ChatPerson
  /** Null: there is no such member. */
  partner: ChatPerson | null
  /** The sides of the existing conversation; null when there is none. */
  sides: ChatSides | null
  isBlocked: boolean
}

export type ChatRefusal = 'chatSameRole' | 'underAge' | 'partnerUnavailable'

/**
 * Whether two members may write to each other, and as which sides. The order of the checks: the same account,
 * the viewer's age, the partner, the roles, a shared phone number. An existing conversation keeps its sides
 * whatever happens to the roles; a new one runs between a caller and a broadcaster (product.md 1.3). Two
 * accounts may turn out to share a phone number after their conversation began. An unknown id, a member of
 * the same role, a blocked pair, a minor and the viewer's second account all give one refusal: ids are short
 * numbers, and different refusals would reveal which of them are members.
 */
export const chatDecision = ({
  own,
  partner,
  sides,
  isBlocked,
}: ChatFacts): ChatSides | Refusal<ChatRefusal> => {
  if (partner?.memberId === own.memberId) return refuse('chatSameRole')
  if (own.isUnderAge) return refuse('underAge')
  const isGone = !partner || partner.role === 'operator' || partner.role === 'closed'
  if (isGone || partner.isUnderAge || isBlocked) return refuse('partnerUnavailable')
  const isOnePerson = looksLikeSamePerson(own, partner)
  if (sides) return isOnePerson ? refuse('partnerUnavailable') : sides
  const broadcaster = own.role === 'broadcaster' ? own : partner
  const caller = own.role === 'broadcaster' ? partner : own
  const isPair = broadcaster.role === 'broadcaster' && caller.role === 'caller'
  if (!isPair || isOnePerson) return refuse('partnerUnavailable')
  return { callerId: caller.memberId, broadcasterId: broadcaster.memberId }
}
