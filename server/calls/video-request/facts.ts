import { sql } from 'kysely'
import { requestsKnownMs, type VideoRequestFacts } from '#domain/chat/video-request.ts'
import { sentVideoRequests } from '#server/chat/sent-video-requests.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { Viewer } from '#server/members/sessions.ts'
import { callingTerms } from '#server/people/calling-terms.ts'
import { answeredAt } from '../queries.ts'

/** The facts that decide on a request; `requestId` is that request. */
export const videoRequestFacts = async (
  { now }: Context,
  tx: Tx,
  { requestId, sender, partnerId }: { requestId: string; sender: Viewer; partnerId: string },
): Promise<{ facts: VideoRequestFacts; nowMs: number }> => {
  const terms = await callingTerms(tx, partnerId, now())
  const answeredAtMs = await answeredAt(tx, { callerId: sender.memberId, broadcasterId: partnerId })
  const earlier = await sentVideoRequests(tx, {
    senderId: sender.memberId,
    exceptId: requestId,
    sinceMs: requestsKnownMs,
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
