import { sql } from 'kysely'
import type { EndReason } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { seenEndReason } from '#domain/calls/seen-end-reason.ts'
import type { Db } from '#server/db/database.ts'
import { callTotals } from '#server/points/queries.ts'

interface CallRow {
  id: string
  kind: string
  role: 'caller' | 'broadcaster'
  dialled: boolean
  partnerName: string
  requestedAt: Date
  connectedAt: Date | null
  endedAt: Date | null
  endReason: EndReason | null
  connectedMs: number
}

/**
 * For the export of a member's data: calls and what they cost or earned. Of the partner it has the name
 * alone, and of the end only what the app shows.
 */
export const callsOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<CallRow>`
    select c.id, c.kind, case when c.caller_id = ${memberId} then 'caller' else 'broadcaster' end as role,
      c.dialler_id = ${memberId} as dialled, p.name as "partnerName", c.requested_at as "requestedAt",
      c.connected_at as "connectedAt", c.ended_at as "endedAt", c.end_reason as "endReason",
      c.connected_ms as "connectedMs"
    from call c
    join member p on p.id = case when c.caller_id = ${memberId} then c.broadcaster_id else c.caller_id end
    where ${memberId} in (c.caller_id, c.broadcaster_id) order by c.requested_at`.execute(db)
  const totals = await callTotals(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, connectedMs, ...row }) => {
    const isConnected = row.connectedAt !== null
    const call = {
      ...row,
      endReason: seenEndReason(row.endReason, { ...row, isConnected }),
      connectedSec: wholeSeconds(connectedMs),
    }
    const total = totals.get(id)
    return call.role === 'caller'
      ? { ...call, points: total?.points ?? 0, pointBackPoints: total?.pointBackPoints ?? 0 }
      : { ...call, earnedPoints: total?.earnedPoints ?? 0 }
  })
}
