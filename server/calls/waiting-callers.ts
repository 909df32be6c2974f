import { sql } from 'kysely'
import type { CallKind } from '#contract/calls/calls.ts'
import { type CallbackRequest, waitingCallersMax } from '#contract/studio/studio.ts'
import { missedCallsWindowMs, type Waiting, waitingList } from '#domain/calls/waiting-callers.ts'
import { requestOpenMs } from '#domain/chat/video-request.ts'
import { receivedVideoRequests } from '#server/chat/sent-video-requests.ts'
import type { Db } from '#server/db/database.ts'
import { partnersByIds } from '#server/people/partners.ts'
import { earlierCallCounts } from './earlier-calls.ts'

/** The newest calls of the broadcaster that are searched for missed ones and for answers. */
const searchedCalls = 300

interface RecentCall {
  callerId: string
  kind: CallKind
  atMs: number
  isMissed: boolean
  isAnswer: boolean
}

/**
 * The broadcaster's calls and rings of the last days, without those of members behind a block. Missed: the
 * caller rang and nobody answered, or the broadcaster was in another call. An answer: the broadcaster rang, or
 * the call was connected.
 */
const recentCalls = async (db: Db, broadcasterId: string): Promise<RecentCall[]> => {
  const { rows } = await sql<RecentCall>`
    SELECT c.caller_id AS "callerId", c.kind, (extract(epoch FROM c.requested_at) * 1000)::float8 AS "atMs",
      c.dialler_id = c.caller_id AND c.accepted_at IS NULL
        AND coalesce(c.end_reason IN ('missed', 'cancelled', 'busy'), false) AS "isMissed",
      c.dialler_id = c.broadcaster_id OR c.connected_at IS NOT NULL AS "isAnswer"
    FROM call c
    WHERE c.broadcaster_id = ${broadcasterId} AND c.origin <> 'sideWatch'
      AND c.requested_at > now() - make_interval(secs => ${missedCallsWindowMs / 1000})
      AND NOT EXISTS (
        SELECT FROM blocked_pair p WHERE p.member_id = ${broadcasterId} AND p.partner_id = c.caller_id)
    ORDER BY c.requested_at DESC LIMIT ${searchedCalls}`.execute(db)
  return rows
}

/** Callers who asked the broadcaster for a call back or whom nobody answered, newest first. */
export const waitingCallers = async (db: Db, broadcasterId: string): Promise<CallbackRequest[]> => {
  const [calls, requests] = await Promise.all([
    recentCalls(db, broadcasterId),
    receivedVideoRequests(db, { broadcasterId, sinceMs: requestOpenMs, limit: waitingCallersMax }),
  ])
  const answeredAtMs = new Map<string, number>()
  for (const { callerId, atMs, isAnswer } of calls)
    if (isAnswer) answeredAtMs.set(callerId, Math.max(atMs, answeredAtMs.get(callerId) ?? 0))
  const wishes: Waiting[] = [
    ...calls.flatMap(({ callerId, kind, atMs, isMissed }) =>
      isMissed ? [{ callerId, kind, atMs, reason: 'missedCall' as const }] : [],
    ),
    ...requests.map(({ callerId, sentAtMs }) => ({
      callerId,
      kind: 'video' as const,
      atMs: sentAtMs,
      reason: 'videoRequest' as const,
    })),
  ]
  return named(db, broadcasterId, waitingList(wishes, answeredAtMs, waitingCallersMax))
}

/** With what a row shows of each caller; without those who have left. */
const named = async (db: Db, broadcasterId: string, list: readonly Waiting[]): Promise<CallbackRequest[]> => {
  const ids = list.map(({ callerId }) => callerId)
  const [partners, counts] = await Promise.all([
    partnersByIds(db, broadcasterId, ids),
    earlierCallCounts(
      db,
      broadcasterId,
      list.map(({ callerId }) => ({ callerId, beforeMs: Number.POSITIVE_INFINITY })),
    ),
  ])
  return list.flatMap(({ callerId, reason, kind, atMs }, index) => {
    const partner = partners.get(callerId)
    if (!partner || partner.hasLeft || partner.role !== 'caller') return []
    return [
      {
        partner: { id: callerId, name: partner.name, avatarId: partner.avatarId },
        isBusy: partner.state === 'inCall',
        reason,
        kind,
        at: new Date(atMs).toISOString(),
        earlierCalls: counts[index] ?? 0,
      },
    ]
  })
}
