import type { BookingMoment } from '#contract/bookings/bookings.ts'
import type { LotKind } from '#contract/core/shared.ts'
import type { RequestMoment } from '#contract/gallery/requests.ts'
import type { MarketMoment } from '#contract/market/market.ts'
import type { NotificationKind } from '#contract/notifications/notification-settings.ts'
import type { ReportReason } from '#contract/safety/safety.ts'
import type { TimelineMoment } from '#contract/timeline/timeline.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { whoWants } from './settings-queries.ts'

/** The stored details of a notification. What may change is looked up when it is read. */
export interface ExpiringLot {
  kind: 'pointsExpiring'
  lotId: number
  lotKind: LotKind
  /** ISO 8601. */
  expiresAt: string
}

/** A campaign's points can be claimed. */
export interface CampaignOpen {
  kind: 'campaignOpen'
  campaignName: string
  points: number
  /** ISO 8601. */
  claimsUntil: string
}

/** The broadcaster saved a payout account, another one or the first. */
export interface SavedPayoutAccount {
  kind: 'payoutAccountSaved'
  bankName: string
  maskedNumber: string
}

/** Operators warn the member after a report. */
export interface SafetyWarning {
  kind: 'safetyWarning'
  reason: ReportReason
}

/** The reviewed broadcaster has answered the member's review. */
export interface ReviewAnswered {
  kind: 'reviewAnswered'
  /** The broadcaster whose profile shows the review. */
  partnerId: string
}

/** The broadcaster for whom the member waited is on standby. */
export interface PartnerAvailable {
  kind: 'partnerAvailable'
  partnerId: string
}

/** A booking has changed, or its time is near. */
export interface BookingMoved {
  kind: 'booking'
  moment: BookingMoment
  partnerId: string
  /** ISO 8601. */
  startsAt: string
}

/** Something happened to the member on the timeline (server/notifications/timeline-notices.ts). */
export interface TimelineNews {
  kind: 'timeline'
  moment: TimelineMoment
  postId: string
  /** The newest of the actors; null where the member may not read that name. */
  partnerId: string | null
  /** Everybody who did it while the notification was unread. */
  actors: readonly string[]
}

/** Something happened to an item or a transaction of the flea market. */
export interface MarketMoved {
  kind: 'market'
  moment: MarketMoment
  itemId: string
  /** Null: it is about the item. */
  transactionId: string | null
}

/** Somebody has written in a thread that the member subscribes to. */
export interface BoardAnswered {
  kind: 'boardAnswered'
  threadId: string
}

/** A change of the account, so that a member who didn't make it notices. */
export type SecurityAlert = { [Kind in SecurityNewsKind]: { kind: Kind } & SecurityWhere }[SecurityNewsKind]
type SecurityNewsKind =
  | 'newSignIn'
  | 'recoveryCodeCreated'
  | 'recoveryCodeUsed'
  | 'passkeyAdded'
  | 'passkeyDeleted'
  | 'googleLinked'
  | 'googleUnlinked'
  | 'phoneChanged'
  | 'phoneRemoved'
  | 'passwordChanged'
  | 'mailChanged'

interface SecurityWhere {
  /** Of the session that made the change, as in the list of devices. */
  deviceId: string
  deviceName: string
}

/** Operators have decided about the application to become a broadcaster, or need more. */
export interface ApplicationMoved {
  kind: 'applicationMoved'
  outcome: 'approved' | 'refused' | 'needsMore'
}

/** Operators have reviewed or removed an item of the gallery. */
export interface GalleryReviewed {
  kind: 'galleryReviewed'
  title: string
  outcome: 'passed' | 'refused' | 'removed'
}

/** A request for pictures has moved. */
export interface ImageRequestMoved {
  kind: 'imageRequest'
  moment: RequestMoment
  partnerId: string
  points: number
}

/** The requested zip is ready. */
export interface DataExportReady {
  kind: 'dataExportReady'
  /** ISO 8601. */
  expiresAt: string
}

export interface NewMemberNotice {
  memberId: string
  about:
    | ExpiringLot
    | SavedPayoutAccount
    | SafetyWarning
    | ReviewAnswered
    | PartnerAvailable
    | BookingMoved
    | TimelineNews
    | MarketMoved
    | CampaignOpen
    | BoardAnswered
    | SecurityAlert
    | ApplicationMoved
    | GalleryReviewed
    | ImageRequestMoved
    | DataExportReady
}

/** The kinds that a member may switch off; the others, about safety and money, reach everybody. */
const optional = {
  pointsExpiring: 'pointsExpiring',
  reviewAnswered: 'reviewAnswered',
  timeline: 'timeline',
  campaignOpen: 'campaignOpen',
  boardAnswered: 'boardAnswered',
} as const satisfies Partial<Record<NewMemberNotice['about']['kind'], NotificationKind>>

const optionalKindOf = (kind: NewMemberNotice['about']['kind']): NotificationKind | null =>
  (optional as Partial<Record<typeof kind, NotificationKind>>)[kind] ?? null

/** Those notifications whose members want them in the app. */
const wanted = async (tx: Db | Tx, notices: readonly NewMemberNotice[]): Promise<NewMemberNotice[]> => {
  const refused = new Set<NewMemberNotice>()
  for (const kind of Object.values(optional)) {
    const asked = notices.filter(({ about }) => optionalKindOf(about.kind) === kind)
    const ids = new Set(
      await whoWants(
        tx,
        asked.map(({ memberId }) => memberId),
        kind,
        'inApp',
      ),
    )
    for (const notice of asked) if (!ids.has(notice.memberId)) refused.add(notice)
  }
  return notices.filter((notice) => !refused.has(notice))
}

/**
 * Adds notifications in the app when `tx` commits, except those that members have switched off. The calling
 * code makes sure that nothing is added twice.
 */
export const addMemberNotices = async (tx: Db | Tx, given: readonly NewMemberNotice[]): Promise<void> => {
  const notices = await wanted(tx, given)
  if (notices.length === 0) return
  await tx
    .insertInto('member_notice')
    .values(
      notices.map(({ memberId, about: { kind, ...details } }) => ({
        member_id: memberId,
        kind,
        details,
      })),
    )
    .execute()
}
