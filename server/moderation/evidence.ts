import type {
  EvidenceCall,
  EvidenceLive,
  EvidenceMarket,
  EvidenceMessage,
  EvidenceRequest,
  EvidenceReview,
  EvidenceTimeline,
} from '#contract/moderation/moderation.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { type CallRecord, findCall, memberOf, roleIn } from '#server/calls/call-record.ts'
import { messagesAround } from '#server/chat/queries.ts'
import type { Tx } from '#server/db/database.ts'
import { requestsBetween } from '#server/gallery/requests/request-record.ts'

/** What is stored with a report. */
export interface Evidence {
  messages: EvidenceMessage[]
  call: EvidenceCall | null
  /** Only for a report about a member. */
  requests?: EvidenceRequest[]
  /** Only for a report about a review. */
  review?: EvidenceReview
  /** Only for a report about a post or a comment. */
  timeline?: EvidenceTimeline
  /** Only for a report from a live room. */
  live?: EvidenceLive[]
  /** Only for a report about an item of the flea market, or a question under it. */
  market?: EvidenceMarket
}

interface EvidenceSought {
  memberId: string
  partnerId: string
  messageId: string | null
  callId: string | null
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const callFacts = (call: CallRecord): EvidenceCall => ({
  callId: call.id,
  kind: call.kind,
  phase: call.state.phase,
  diallerId: memberOf(call, call.state.dialler),
  requestedAt: new Date(call.state.requestedAt).toISOString(),
  connectedAt: iso(call.connectedAt),
  endedAt: iso(call.endedAt),
  endReason: call.state.end?.reason ?? null,
  connectedSec: wholeSeconds(call.connectedMs),
})

/**
 * The messages, the wishes for pictures and the call of the two as they are now; null when the message or the call isn't of these two.
 */
export const collectEvidence = async (tx: Tx, sought: EvidenceSought): Promise<Evidence | null> => {
  const { memberId, partnerId, messageId, callId } = sought
  const messages = await messagesAround(tx, memberId, partnerId, messageId)
  if (messageId !== null && !messages.some((message) => message.messageId === messageId)) return null
  const requests = await requestsBetween(tx, memberId, partnerId)
  if (callId === null) return { messages, requests, call: null }
  const call = await findCall(tx, callId)
  const isTheirs = call !== null && roleIn(call, memberId) !== null && roleIn(call, partnerId) !== null
  return isTheirs ? { messages, requests, call: callFacts(call) } : null
}
