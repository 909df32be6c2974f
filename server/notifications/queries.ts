import { sql } from 'kysely'
import type { MemberNotice } from '#contract/notifications/notifications.ts'
import type { Db } from '#server/db/database.ts'
import { deviceIdOf } from '#server/members/devices.ts'
import type { Viewer } from '#server/members/sessions.ts'
import type {
  ApplicationMoved,
  BoardAnswered,
  BookingMoved,
  CampaignOpen,
  DataExportReady,
  ExpiringLot,
  GalleryReviewed,
  ImageRequestMoved,
  MarketMoved,
  PartnerAvailable,
  ReviewAnswered,
  SafetyWarning,
  SavedPayoutAccount,
  SecurityAlert,
  TimelineNews,
} from './add-notifications.ts'

type Stored<About extends { kind: string }> = About extends unknown
  ? { kind: About['kind']; details: Omit<About, 'kind'> }
  : never

type NoticeRow = (
  | Stored<ExpiringLot>
  | Stored<SavedPayoutAccount>
  | Stored<SafetyWarning>
  | Stored<ReviewAnswered>
  | Stored<PartnerAvailable>
  | Stored<BookingMoved>
  | Stored<TimelineNews>
  | Stored<MarketMoved>
  | Stored<BoardAnswered>
  | Stored<CampaignOpen>
  | Stored<SecurityAlert>
  | Stored<ApplicationMoved>
  | Stored<GalleryReviewed>
  | Stored<ImageRequestMoved>
  | Stored<DataExportReady>
) & {
  id: number
  created_at: Date
  read_at: Date | null
  remaining: number | null
  partner_name: string | null
  item_title: string | null
}

/**
 * A member's notifications, newest first, older than `before`. Expired points are left out, and so are
 * members behind a block. A change of the account isn't shown in the browser that made it.
 */
export const noticesOf = async (
  db: Db,
  { memberId, sessionKey }: Pick<Viewer, 'memberId' | 'sessionKey'>,
  page: { before?: number | undefined; limit: number },
): Promise<{ notifications: MemberNotice[]; more: boolean }> => {
  const { rows } = await sql<NoticeRow>`
    select n.id, n.kind, n.details, n.created_at, n.read_at, l.remaining, p.name as partner_name, i.title as item_title
    from member_notice n
    left join lot_left l on l.lot_id = (n.details ->> 'lotId')::bigint
    left join member p on p.id = n.details ->> 'partnerId'
    left join market_title i on i.item_id = (n.details ->> 'itemId')::uuid
    where n.member_id = ${memberId} and (${page.before ?? null}::bigint is null or n.id < ${page.before ?? null}::bigint)
      and not exists (select from blocked_pair b where b.member_id = n.member_id and b.partner_id = p.id)
    order by n.id desc limit ${page.limit + 1}`.execute(db)
  const hasDevices = rows.some(isSecurityAlert)
  const deviceId = hasDevices ? await deviceIdOf(db, { sessionKey }) : null
  return {
    notifications: rows.slice(0, page.limit).map((row) => toNotice(row, deviceId)),
    more: rows.length > page.limit,
  }
}

/** A change of the account, and where it was made. */
const isSecurityAlert = (row: NoticeRow): row is NoticeRow & Stored<SecurityAlert> =>
  'deviceId' in row.details

const toNotice = (row: NoticeRow, readOn: string | null): MemberNotice => {
  const stored = { id: row.id, createdAt: row.created_at.toISOString() }
  const isUnread = row.read_at === null
  if (row.kind === 'payoutAccountSaved')
    return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'safetyWarning') return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'campaignOpen') return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'dataExportReady')
    return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'boardAnswered') return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'applicationMoved')
    return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'galleryReviewed')
    return { ...stored, isUnread, about: { kind: row.kind, ...row.details } }
  if (row.kind === 'imageRequest')
    return {
      ...stored,
      isUnread,
      about: { kind: row.kind, ...row.details, partnerName: row.partner_name ?? '' },
    }
  if (row.kind === 'booking')
    return {
      ...stored,
      isUnread,
      about: { kind: row.kind, ...row.details, partnerName: row.partner_name ?? '' },
    }
  if (row.kind === 'timeline') {
    const { actors, ...details } = row.details
    const partnerName = details.partnerId === null ? null : row.partner_name
    return {
      ...stored,
      isUnread,
      about: { kind: row.kind, ...details, partnerName, others: actors.length - 1 },
    }
  }
  if (row.kind === 'market')
    return { ...stored, isUnread, about: { kind: row.kind, ...row.details, title: row.item_title ?? '' } }
  if (row.kind === 'reviewAnswered' || row.kind === 'partnerAvailable') {
    const { partnerId } = row.details
    return { ...stored, isUnread, about: { kind: row.kind, partnerId, partnerName: row.partner_name ?? '' } }
  }
  if (isSecurityAlert(row)) {
    const { deviceId, deviceName } = row.details
    const isThisDevice = deviceId === readOn
    return {
      ...stored,
      isUnread: isUnread && !isThisDevice,
      about: { kind: row.kind, deviceName, isThisDevice },
    }
  }
  const { lotKind, expiresAt } = row.details
  const points = row.remaining ?? 0
  return {
    ...stored,
    isUnread: isUnread && points > 0,
    about: { kind: row.kind, lotKind, points, expiresAt },
  }
}

/** Marks a member's notifications up to one of them as read. */
export const markRead = async (db: Db, memberId: string, upTo: number): Promise<void> => {
  await db
    .updateTable('member_notice')
    .set({ read_at: sql<Date>`now()` })
    .where('member_id', '=', memberId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute()
}

/** For the export of a member's data: the member's notifications in the app, as they were stored. */
export const noticesOfMember = async (db: Db, memberId: string): Promise<object[]> => {
  const { rows } = await sql<object>`
    select kind, details - array['partnerId', 'lotId', 'deviceId', 'actors', 'postId'] as details, created_at as "createdAt", read_at as "readAt"
    from member_notice where member_id = ${memberId} order by id`.execute(db)
  return rows
}
