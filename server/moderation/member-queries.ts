import { sql } from 'kysely'
import type { Role } from '#contract/account/account.ts'
import {
  foundMembersMax,
  type LastCall,
  lastCallsMax,
  type MemberLine,
  type MemberSheet,
} from '#contract/moderation/members.ts'
import type { PresenceState } from '#contract/people/people.ts'
import { mailMaskedForOperators } from '#domain/account/mask-mail.ts'
import { wholeSeconds } from '#domain/calls/duration.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { earningSummary } from '#server/points/earnings/queries.ts'
import { walletOf } from '#server/points/queries.ts'

interface MemberRow {
  id: string
  name: string
  role: Role
  registeredAt: Date
  leftAt: Date | null
}

const lineColumns = sql`m.id, m.name, m.role, m.created_at AS "registeredAt", m.quit_at AS "leftAt"`

const lineOf = ({ id, name, role, registeredAt, leftAt }: MemberRow): MemberLine => ({
  id,
  name,
  role,
  registeredAt: registeredAt.toISOString(),
  leftAt: leftAt?.toISOString() ?? null,
})

/** What a text searches for: digits an id, or a name that begins so; a text with @ a whole mail address. */
const isFound = (search: string) => {
  const text = search.trim().toLowerCase()
  if (text.includes('@')) return sql`lower(m.email) = ${text}`
  const prefix = `${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(m.id = ${text} OR lower(m.name) LIKE ${prefix})`
}

/** The members that a search finds, the exact id first. */
export const foundMembers = async (
  tx: Db | Tx,
  search: string,
): Promise<{ members: MemberLine[]; hasMore: boolean }> => {
  const { rows } = await sql<MemberRow>`
    SELECT ${lineColumns} FROM member m WHERE m.role <> 'operator' AND ${isFound(search)}
    ORDER BY m.id = ${search.trim()} DESC, lower(m.name), m.id LIMIT ${foundMembersMax + 1}`.execute(tx)
  return { members: rows.slice(0, foundMembersMax).map(lineOf), hasMore: rows.length > foundMembersMax }
}

interface SheetRow extends MemberRow {
  region: string | null
  state: PresenceState | null
  email: string | null
  hasPhone: boolean
  hasStatedBirthDate: boolean
  isBroadcaster: boolean
  reports: number
  openReports: number
  warnings: number
}

/** Everything that operators see of one member; null for an unknown id. */
export const memberSheet = async (tx: Db | Tx, memberId: string): Promise<MemberSheet | null> => {
  const { rows } = await sql<SheetRow>`
    SELECT ${lineColumns}, m.region, s.state, m.email, m.phone_keys <> '{}' AS "hasPhone",
      m.born_on IS NOT NULL AS "hasStatedBirthDate", s.member_id IS NOT NULL AS "isBroadcaster",
      r.reports, r.open_reports AS "openReports", r.warnings
    FROM member m
    LEFT JOIN member_state s ON s.member_id = m.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS reports, (count(*) FILTER (WHERE closed_at IS NULL))::int AS open_reports,
        (count(*) FILTER (WHERE outcome = 'warned'))::int AS warnings
      FROM report WHERE member_id = m.id) r
    WHERE m.id = ${memberId} AND m.role <> 'operator'`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const wallet = await walletOf(tx, memberId)
  const earnings = row.isBroadcaster ? await earningSummary(tx, memberId) : null
  return {
    ...lineOf(row),
    region: row.region,
    state: row.state,
    maskedMail: row.email === null ? null : mailMaskedForOperators(row.email),
    hasPhone: row.hasPhone,
    hasStatedBirthDate: row.hasStatedBirthDate,
    reports: { all: row.reports, open: row.openReports, warned: row.warnings },
    wallet: { point: wallet.point, held: wallet.held },
    earnings: earnings && {
      payable: earnings.payable,
      pending: earnings.pending,
      frozen: earnings.frozen,
      requested: earnings.requested,
    },
    calls: await lastCalls(tx, memberId),
  }
}

type CallRow = Omit<LastCall, 'partner' | 'requestedAt' | 'connectedSec'> & {
  partnerId: string
  partnerName: string
  requestedAt: Date
  connectedMs: number
}

/** A member's newest calls and rings, on either side. */
const lastCalls = async (tx: Db | Tx, memberId: string): Promise<LastCall[]> => {
  const newest = (side: ReturnType<typeof sql>) => sql`(
    SELECT c.* FROM call c WHERE ${side} = ${memberId} ORDER BY c.requested_at DESC LIMIT ${lastCallsMax})`
  const { rows } = await sql<CallRow>`
    SELECT c.id AS "callId", c.kind, CASE WHEN c.caller_id = ${memberId} THEN 'caller' ELSE 'broadcaster' END AS role,
      c.dialler_id = ${memberId} AS dialled, p.id AS "partnerId", p.name AS "partnerName",
      c.requested_at AS "requestedAt", c.connected_ms AS "connectedMs", c.end_reason AS "endReason"
    FROM (${newest(sql`c.caller_id`)} UNION ALL ${newest(sql`c.broadcaster_id`)}) c
    JOIN member p ON p.id = CASE WHEN c.caller_id = ${memberId} THEN c.broadcaster_id ELSE c.caller_id END
    ORDER BY c.requested_at DESC LIMIT ${lastCallsMax}`.execute(tx)
  return rows.map(({ partnerId, partnerName, requestedAt, connectedMs, ...call }) => ({
    ...call,
    partner: { id: partnerId, name: partnerName },
    requestedAt: requestedAt.toISOString(),
    connectedSec: wholeSeconds(connectedMs),
  }))
}
