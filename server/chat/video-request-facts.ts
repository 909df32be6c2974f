import { sql } from 'kysely'
import { requestsKnownMs, type VideoRequestFacts } from '#domain/chat/video-request.ts'
import type { Viewer } from '#server/account/sessions.ts'
import { answeredAt } from '#server/calls/queries.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { callingTerms } from '#server/people/calling-terms.ts'

/** What decides on a request; `requestId` is that request. */
export const videoRequestFacts = async (
  { now }: Context,
  tx: Tx,
  { requestId, sender, partnerId }: { requestId: string; sender: Viewer; partnerId: string },
): Promise<{ facts: VideoRequestFacts; nowMs: number }> => {
  const terms = await callingTerms(tx, partnerId, now())
  const answeredAtMs = await answeredAt(tx, { callerId: sender.memberId, broadcasterId: partnerId })
  const { rows } = await sql<{ partnerId: string; sentAtMs: number }>`
    select c.broadcaster_id as "partnerId", (extract(epoch from m.sent_at) * 1000)::float8 as "sentAtMs"
    from chat_message m join conversation c on c.id = m.conversation_id
    where m.sender_id = ${sender.memberId} and m.kind = 'videoRequest' and m.id <> ${requestId}
      and m.sent_at > clock_timestamp() - make_interval(secs => ${requestsKnownMs / 1000})`.execute(tx)
  const { rows: clock } = await sql<{ nowMs: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`.execute(tx)
  const facts = {
    partnerId,
    rateVideo: terms?.rates.video ?? null,
    state: terms?.state ?? null,
    earlier: rows,
    answeredAtMs,
  }
  return { facts, nowMs: clock[0]?.nowMs ?? now() }
}
