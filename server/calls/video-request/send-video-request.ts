import { sql } from 'kysely'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import { requestsWindowMs, type VideoRequestFacts, videoRequestDecision } from '#domain/chat/video-request.ts'
import { type SendRefusal, sendMessage } from '#server/chat/actions/send-message.ts'
import { sentVideoRequests } from '#server/chat/sent-video-requests.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { pushVideoRequest } from '#server/push/actions/push-video-request.ts'
import { answeredAt } from '../queries.ts'

type Decided = NonNullable<ReturnType<typeof videoRequestDecision>>['refused']

/**
 * Posts a caller's request to be called back by video into the conversation. The same id again is the same
 * request. The decision is made with the conversation locked, so of two requests at once one is the second. A
 * push notifies a broadcaster without an open page.
 */
export const sendVideoRequest = async (
  context: Context,
  viewer: Viewer,
  { requestId, partnerId }: { requestId: string; partnerId: string },
): Promise<null | Refusal<
  Exclude<SendRefusal, 'chatReplyGone' | 'chatPriceChanged' | 'insufficientPoints'> | Decided
>> => {
  // Before anything is read about the partner: a broadcaster must not learn from the answer which ids are
  // callers'.
  if (viewer.role !== 'caller') return refuse('chatSameRole')
  let isNew = false
  const sent = await sendMessage<Decided>(
    context,
    viewer,
    { messageId: requestId, partnerId },
    {
      body: { kind: 'videoRequest' },
      complete: async (tx) => {
        const { facts, nowMs } = await videoRequestFacts(context, tx, {
          requestId,
          sender: viewer,
          partnerId,
        })
        const refusal = videoRequestDecision(facts, nowMs)
        isNew = refusal === null
        return refusal
      },
    },
  )
  if (!('refused' in sent)) {
    if (isNew) pushVideoRequest(context, { from: viewer.memberId, to: partnerId })
    return null
  }
  const { refused } = sent
  if (refused === 'chatReplyGone' || refused === 'chatPriceChanged' || refused === 'insufficientPoints')
    throw new Error(`a request answers no message and costs nothing: ${refused}`)
  return refuse(refused)
}

/** The facts that decide on a request; `requestId` is that request. */
const videoRequestFacts = async (
  { now }: Context,
  tx: Tx,
  { requestId, sender, partnerId }: { requestId: string; sender: Viewer; partnerId: string },
): Promise<{ facts: VideoRequestFacts; nowMs: number }> => {
  const terms = await callingTerms(tx, partnerId, now())
  const answeredAtMs = await answeredAt(tx, { callerId: sender.memberId, broadcasterId: partnerId })
  const earlier = await sentVideoRequests(tx, {
    senderId: sender.memberId,
    exceptId: requestId,
    sinceMs: requestsWindowMs,
  })
  const { rows: clock } = await sql<{ nowMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(tx)
  const facts = {
    partnerId,
    rateVideo: terms?.rates.video ?? null,
    state: terms?.state ?? null,
    earlier,
    answeredAtMs,
  }
  return { facts, nowMs: clock[0]?.nowMs ?? now() }
}
