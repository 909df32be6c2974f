import { sql } from 'kysely'
import type { CallRole, EndReason, Receipt, ReceiptLine } from '#contract/calls/calls.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import { unchargedSeconds } from '#domain/calls/receipt.ts'
import { receiptSegments } from '#domain/calls/receipt-segments.ts'
import { incrementsUsed } from '#domain/points/increment.ts'
import type { Context } from '#server/context.ts'
import { membersByIds } from '#server/members/queries.ts'
import { billedMeterOf } from '#server/points/metering/segments.ts'
import { callLedgerLines, callTotals } from '#server/points/queries.ts'
import { type CallRecord, findCall, partnerIdOf, recordOf, roleIn } from '../call-record.ts'
import { earlierCallCounts } from '../earlier-calls.ts'
import { hasPaidBeside, paidBeside } from './paid-beside.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** When what a receipt is about began: the media, or else the call itself. */
const startOf = ({ connectedAt, state }: CallRecord): number => connectedAt ?? state.requestedAt

/** A call that never connected leaves one only where something was paid in a live room that this side may read of. */
const leavesReceipt = async ({ db }: Context, record: CallRecord, role: CallRole): Promise<boolean> => {
  if (record.connectedAt !== null) return true
  const beside = (await paidBeside(db, [record])).get(record.id)
  return beside !== undefined && (role === 'caller' || beside.named > 0)
}

/**
 * A call's receipt for one of its sides; null for a running call, for one in which nothing arrived and nothing was paid,
 * and for other members.
 */
export const receiptFor = async (
  context: Context,
  callId: string,
  memberId: string,
): Promise<Receipt | null> => {
  const record = await findCall(context.db, callId)
  const role = record && roleIn(record, memberId)
  if (!role || record.endedAt === null || !record.state.end) return null
  if (!(await leavesReceipt(context, record, role))) return null
  const [partners, billed, ledger] = await Promise.all([
    membersByIds(context.db, [partnerIdOf(record, role)]),
    billedMeterOf(context.db, callId),
    callLedgerLines(context.db, callId),
  ])
  const partner = partners.get(partnerIdOf(record, role))
  const isPayer = role === 'caller'
  const { connectedAt } = record
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
    startedAt: iso(startOf(record)),
    endedAt: iso(record.endedAt),
    endReason: record.state.end.reason,
    ratePointsPerMin: record.ratePointsPerMin,
    connectedSec: wholeSeconds(record.connectedMs),
    chargedSec: wholeSeconds(record.chargedMs),
    chargedIncrements: incrementsUsed(record.chargedMs),
    uncharged: unchargedSeconds(record),
    segments: billed && connectedAt !== null ? receiptSegments(billed, { role, ...record, connectedAt }) : [],
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

/** The member's calls that left a receipt, newest first, older than `before`. */
export const receiptLines = async (
  context: Context,
  memberId: string,
  page: { before?: string | undefined; limit: number },
): Promise<{ receipts: ReceiptLine[]; more: boolean }> => {
  const startedAt = sql<Date>`coalesce(call.connected_at, call.requested_at)`
  const rows = await context.db
    .selectFrom('call')
    .selectAll()
    .where((where) => where.or([where('caller_id', '=', memberId), where('broadcaster_id', '=', memberId)]))
    .where('phase', '=', 'ended')
    .where((where) => where.or([where('connected_at', 'is not', null), hasPaidBeside(memberId)]))
    .$if(page.before !== undefined, (query) => query.where(startedAt, '<', new Date(page.before ?? 0)))
    .orderBy(startedAt, 'desc')
    .limit(page.limit + 1)
    .execute()
  const records = rows.slice(0, page.limit).map((row) => recordOf(row, new Date()))
  const roles = new Map(records.map((record) => [record.id, roleIn(record, memberId) ?? 'caller']))
  const roleOfCall = (record: CallRecord): CallRole => roles.get(record.id) ?? 'caller'
  const asBroadcaster = records.filter((record) => roleOfCall(record) === 'broadcaster')
  const callIds = records.map(({ id }) => id)
  const [partners, totals, beside, earlierCounts] = await Promise.all([
    membersByIds(
      context.db,
      records.map((record) => partnerIdOf(record, roleOfCall(record))),
    ),
    callTotals(context.db, callIds),
    paidBeside(context.db, records),
    earlierCallCounts(
      context.db,
      memberId,
      asBroadcaster.map((record) => ({ callerId: record.callerId, beforeMs: startOf(record) })),
    ),
  ])
  const earlier = new Map(asBroadcaster.map(({ id }, index) => [id, earlierCounts[index] ?? 0]))
  const receipts = records.map((record) => {
    const role = roleOfCall(record)
    const partner = partners.get(partnerIdOf(record, role))
    const total = totals.get(record.id)
    const further = beside.get(record.id)
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
      startedAt: iso(startOf(record)),
      connectedSec: wholeSeconds(record.connectedMs),
      endReason: record.state.end?.reason as EndReason,
      // With what was paid in a live room beside the meter.
      points: role === 'caller' ? (total?.points ?? 0) + (further?.points ?? 0) : null,
      earned: role === 'broadcaster' ? (total?.earnedPoints ?? 0) + (further?.earned ?? 0) : null,
      earlierCalls: earlier.get(record.id) ?? null,
    }
  })
  return { receipts, more: rows.length > page.limit }
}
