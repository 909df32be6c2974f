import type { Role } from '#contract/account/account.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { looksLikeSamePerson, type PersonMarks } from '#domain/people/same-person.ts'

export interface ChatPerson extends PersonMarks {
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
  /** Of the conversation there is already. */
  sides: ChatSides | null
  isBlocked: boolean
}

export type ChatRefusal = 'chatSameRole' | 'underAge' | 'partnerUnavailable'

/**
 * Whether two members may write to each other, and as which side, in a fixed precedence: oneself, own age, the partner,
 * roles, one person. A conversation keeps its sides whatever becomes of the roles; a new one runs between a caller and
 * a broadcaster (product.md 1). A phone number may turn out to be shared after it began. An id of nobody, of a member of
 * the same role, of a blocked pair, of a minor and of one's own other account get one answer: ids are short numbers, and
 * different answers would list the members.
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
