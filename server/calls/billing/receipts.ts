import type { CallRole, EndReason, Receipt, ReceiptLine } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { unchargedSeconds } from '#domain/calls/receipt.ts'
import { receiptSegments } from '#domain/calls/receipt-segments.ts'
import { incrementsUsed } from '#domain/points/increment.ts'
import type { Context } from '#server/context.ts'
import { membersByIds } from '#server/members/queries.ts'
import { paidByReference } from '#server/points/earnings/earned-by-purpose.ts'
import { billedMeterOf } from '#server/points/metering/segments.ts'
import { callLedgerLines, callTotals } from '#server/points/queries.ts'
import { type CallRecord, findCall, partnerIdOf, recordOf, roleIn } from '../call-record.ts'
import { earlierCallCounts } from '../earlier-calls.ts'

const iso = (at: number): string => new Date(at).toISOString()

/**
 * A call's receipt for one of its sides; null for a running call, for one that never connected, and for other
 * members.
 */
export const receiptFor = async (
  context: Context,
  callId: string,
  memberId: string,
): Promise<Receipt | null> => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, memberId)
  if (!role || record.endedAt === null || record.connectedAt === null || !record.state.end) return null
  const [partners, billed, ledger] = await Promise.all([
    membersByIds(context.db, [partnerIdOf(record, role)]),
    billedMeterOf(context.db, callId),
    callLedgerLines(context.db, callId),
  ])
  const partner = partners.get(partnerIdOf(record, role))
  const isPayer = role === 'caller'
  return {
    callId,
    kind: record.kind,
    role,
    partner: {
      id: partnerIdOf(record, role),
      name: partner?.name ?? '',
      avatarId: partner?.avatarId ?? null,
    },
    dialled: record.state.dialler === role,
    origin: record.origin,
    startedAt: iso(record.connectedAt),
    endedAt: iso(record.endedAt),
    endReason: record.state.end.reason,
    ratePointsPerMin: record.ratePointsPerMin,
    connectedSec: wholeSeconds(record.connectedMs),
    chargedSec: wholeSeconds(record.chargedMs),
    chargedIncrements: incrementsUsed(record.chargedMs),
    uncharged: unchargedSeconds(record),
    segments: billed ? receiptSegments(billed, { role, ...record, connectedAt: record.connectedAt }) : [],
    points: isPayer ? ledger.points : null,
    lots: isPayer
      ? ledger.lots.map((lot) => ({
          kind: lot.kind,
          points: lot.points,
          expiresAt: lot.expiresAt.toISOString(),
        }))
      : [],
    pointBack: isPayer ? ledger.pointBackPoints : null,
    earned: isPayer ? null : ledger.earnedPoints,
  }
}

/** The member's connected calls, newest first, older than `before`. */
export const receiptLines = async (
  context: Context,
  memberId: string,
  page: { before?: string | undefined; limit: number },
): Promise<{ receipts: ReceiptLine[]; more: boolean }> => {
  const rows = await context.db
    .selectFrom('call')
    .selectAll()
    .where((where) => where.or([where('caller_id', '=', memberId), where('broadcaster_id', '=', memberId)]))
    .where('phase', '=', 'ended')
    .where('connected_at', 'is not', null)
    .$if(page.before !== undefined, (query) => query.where('connected_at', '<', new Date(page.before ?? 0)))
    .orderBy('connected_at', 'desc')
    .limit(page.limit + 1)
    .execute()
  const records = rows.slice(0, page.limit).map((row) => recordOf(row, new Date()))
  const roles = new Map(records.map((record) => [record.id, roleIn(record, memberId) ?? 'caller']))
  const roleOfCall = (record: CallRecord): CallRole => roles.get(record.id) ?? 'caller'
  const asBroadcaster = records.filter((record) => roleOfCall(record) === 'broadcaster')
  const callIds = records.map(({ id }) => id)
  const [partners, totals, paid, earlierCounts] = await Promise.all([
    membersByIds(
      context.db,
      records.map((record) => partnerIdOf(record, roleOfCall(record))),
    ),
    callTotals(context.db, callIds),
    paidByReference(context.db, callIds),
    earlierCallCounts(
      context.db,
      memberId,
      asBroadcaster.map(({ callerId, connectedAt }) => ({ callerId, beforeMs: connectedAt ?? 0 })),
    ),
  ])
  const earlier = new Map(asBroadcaster.map(({ id }, index) => [id, earlierCounts[index] ?? 0]))
  const receipts = records.map((record) => {
    const role = roleOfCall(record)
    const partner = partners.get(partnerIdOf(record, role))
    const total = totals.get(record.id)
    return {
      callId: record.id,
      kind: record.kind,
      role,
      origin: record.origin,
      partner: {
        id: partnerIdOf(record, role),
        name: partner?.name ?? '',
        avatarId: partner?.avatarId ?? null,
      },
      startedAt: iso(record.connectedAt ?? record.state.requestedAt),
      connectedSec: wholeSeconds(record.connectedMs),
      endReason: record.state.end?.reason as EndReason,
      // With what was paid in a visit beside its meter.
      points: role === 'caller' ? (paid.get(record.id) ?? 0) : null,
      earned: role === 'broadcaster' ? (total?.earnedPoints ?? 0) : null,
      earlierCalls: earlier.get(record.id) ?? null,
    }
  })
  return { receipts, more: rows.length > page.limit }
}
