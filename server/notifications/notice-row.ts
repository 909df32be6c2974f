import type { MemberNotice } from '#contract/notifications/notifications.ts'
import type { SecurityAlert, StoredNotice } from './stored-notices.ts'

type Stored<About extends { kind: string }> = About extends unknown
  ? { kind: About['kind']; details: Omit<About, 'kind'> }
  : never

/** A row as the inbox loads it. */
export type NoticeRow = Stored<StoredNotice> & {
  id: number
  created_at: Date
  read_at: Date | null
  /** Points of the lot that it is about. */
  remaining: number | null
  /** The newest of those who did it, as far as the member sees them. */
  partner_id: string | null
  /** Null: the member may not read it. */
  partner_name: string | null
  /** How many did it. */
  people: number | null
  /** Of the item or the thread that it is about. */
  title: string | null
}

/** A change of the account, and where it was made. */
const isSecurityAlert = (row: NoticeRow): row is NoticeRow & Stored<SecurityAlert> =>
  'deviceId' in row.details

/** What a page gets of a row. @param readOn the device that reads it */
export const toNotice = (row: NoticeRow, readOn: string | null): MemberNotice => {
  const isSettled =
    (row.kind === 'pointsExpiring' && (row.remaining ?? 0) === 0) ||
    (isSecurityAlert(row) && row.details.deviceId === readOn)
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    isUnread: row.read_at === null && !isSettled,
    about: aboutOf(row, readOn),
  }
}

export const aboutOf = (row: NoticeRow, readOn: string | null): MemberNotice['about'] => {
  if (isSecurityAlert(row)) {
    const { deviceId, deviceName } = row.details
    return { kind: row.kind, deviceName, isThisDevice: deviceId === readOn }
  }
  const who = { partnerId: row.partner_id ?? '0', partnerName: row.partner_name ?? '' }
  const others = Math.max(0, (row.people ?? 1) - 1)
  switch (row.kind) {
    case 'payoutAccountSaved':
    case 'safetyWarning':
    case 'campaignOpen':
    case 'dataExportReady':
    case 'applicationMoved':
    case 'pointsMoved':
    case 'payoutMoved':
    case 'missionReached':
      return { kind: row.kind, ...row.details } as MemberNotice['about']
    case 'galleryReviewed':
      return { kind: row.kind, ...row.details, itemId: row.details.itemId ?? null }
    case 'boardAnswered':
      return { kind: row.kind, ...row.details, title: row.title ?? '', number: row.details.number ?? null }
    case 'market':
      return { kind: row.kind, ...row.details, title: row.title ?? '' }
    case 'imageRequest':
      return { kind: row.kind, ...row.details, ...who }
    case 'booking':
      return { kind: row.kind, ...row.details, ...who }
    case 'favouriteItem':
      return { kind: row.kind, ...row.details, ...who }
    case 'favouritePost':
      return { kind: row.kind, ...row.details, ...who }
    case 'reviewAnswered':
    case 'partnerAvailable':
    case 'favouriteLive':
      return { kind: row.kind, ...who }
    case 'gallerySold': {
      const { itemId, title, points } = row.details
      return { kind: row.kind, itemId, title, points, ...who, others }
    }
    case 'timeline': {
      const { moment, postId, commentId = null } = row.details
      const partnerId = row.partner_name === null ? null : row.partner_id
      return { kind: row.kind, moment, postId, commentId, partnerId, partnerName: row.partner_name, others }
    }
    case 'pointsExpiring': {
      const { lotKind, expiresAt } = row.details
      return { kind: row.kind, lotKind, points: row.remaining ?? 0, expiresAt }
    }
  }
}
