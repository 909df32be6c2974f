import type { CallRole } from '#contract/calls/calls.ts'
import type { chatEndpoints } from '#contract/chat/chat.ts'
import type { OutputOf } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/refusal.ts'
import { messagePriceFor } from '#domain/chat/price.ts'
import { type ChatSides, chatDecision } from '#domain/chat/sides.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { partnersByIds } from '#server/people/partners.ts'
import { chatPrice } from '../price.ts'
import { conversationWith, type MessagesFrom, messagesOf } from '../queries.ts'
import { chatFacts } from '../send-facts.ts'

type Answer = Omit<OutputOf<typeof chatEndpoints.getMoreMessages>, 'type'>

const nothingYet = { revision: 0, lastSeq: 0, ownReadSeq: 0, partnerReadSeq: 0 }

/** A page of the conversation with a partner; an empty page if there is none and the two may begin one. */
export const readMessages = async (
  context: Context,
  viewer: Viewer,
  input: { partnerId: string; from: MessagesFrom; limit: number },
): Promise<Answer | Refusal<'partnerUnavailable'>> => {
  const { db } = context
  const [facts, conversation, partners, { pricePoints }] = await Promise.all([
    chatFacts(db, viewer.memberId, input.partnerId, context.now()),
    conversationWith(db, viewer.memberId, input.partnerId),
    partnersByIds(db, viewer.memberId, [input.partnerId]),
    chatPrice(db),
  ])
  const partner = partners.get(input.partnerId)
  if (!partner || facts.isBlocked) return refuse('partnerUnavailable')
  if (!conversation) {
    // A viewer who is too young to write may still see the partner.
    const sides = chatDecision({ ...facts, own: { ...facts.own, isUnderAge: false } })
    if (isRefusal(sides)) return refuse('partnerUnavailable')
    const role = roleIn(sides, viewer.memberId)
    return {
      partner,
      messages: [],
      more: false,
      syncState: nothingYet,
      pricePoints: messagePriceFor(role, pricePoints),
    }
  }
  const role = roleIn(conversation, viewer.memberId)
  const page = await messagesOf(
    db,
    conversation,
    { memberId: viewer.memberId, role },
    input.from,
    input.limit,
  )
  return {
    partner,
    ...page,
    syncState: conversation.syncState,
    pricePoints: messagePriceFor(role, pricePoints),
  }
}

const roleIn = ({ callerId }: ChatSides, memberId: string): CallRole =>
  callerId === memberId ? 'caller' : 'broadcaster'
