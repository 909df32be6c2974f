import type { BookingMoment } from '#contract/bookings/bookings.ts'
import type { LotKind } from '#contract/core/shared.ts'
import type { RequestMoment } from '#contract/gallery/requests.ts'
import type { MarketMoment } from '#contract/market/market.ts'
import type { PayoutMoment, PointsMoment } from '#contract/notifications/notifications.ts'
import type { ReportReason } from '#contract/safety/safety.ts'
import type { TimelineMoment } from '#contract/timeline/timeline.ts'

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
}

/** The broadcaster for whom the member waited is on standby. */
export interface PartnerAvailable {
  kind: 'partnerAvailable'
}

/** A booking has changed, or its time is near. */
export interface BookingMoved {
  kind: 'booking'
  moment: BookingMoment
  /** ISO 8601. */
  startsAt: string
}

/** Something happened to the member on the timeline (server/timeline/notices.ts). */
export interface TimelineMoved {
  kind: 'timeline'
  moment: TimelineMoment
  postId: string
  /** The newest comment; null: it is about the post. */
  commentId: string | null
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
  /** The first post that the member hasn't seen; null in rows of before. */
  number: number | null
}

/** A change of the account, so that a member who didn't make it notices. */
export type SecurityAlert = { [Kind in SecurityAlertKind]: { kind: Kind } & SecurityWhere }[SecurityAlertKind]
type SecurityAlertKind =
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
  itemId: string
  title: string
  outcome: 'passed' | 'refused' | 'removed'
}

/** A request for pictures has moved. */
export interface ImageRequestMoved {
  kind: 'imageRequest'
  moment: RequestMoment
  points: number
}

/** The requested zip is ready. */
export interface DataExportReady {
  kind: 'dataExportReady'
  /** ISO 8601. */
  expiresAt: string
}

/** Somebody has bought the broadcaster's item. */
export interface GallerySold {
  kind: 'gallerySold'
  itemId: string
  title: string
  points: number
}

/** A favourite has published an item of the gallery. */
export interface FavouriteItem {
  kind: 'favouriteItem'
  itemId: string
}

/** A favourite has posted on the timeline. */
export interface FavouritePost {
  kind: 'favouritePost'
  postId: string
}

/** A favourite has begun a live room. */
export interface FavouriteLive {
  kind: 'favouriteLive'
}

/** Points were bought, or came back. */
export interface PointsMoved {
  kind: 'pointsMoved'
  moment: PointsMoment
  points: number
  /** Null: not by an order. */
  orderId: string | null
}

/** A payout was decided. */
export interface PayoutMoved {
  kind: 'payoutMoved'
  moment: PayoutMoment
  payoutId: string
  points: number
}

/** A mission is reached. */
export interface MissionReached {
  kind: 'missionReached'
  missionId: string
  title: string
  points: number
}

/** What may be in the inbox, as it is stored. Who did it is the row's actor and no part of it. */
export type StoredNotice =
  | ExpiringLot
  | SavedPayoutAccount
  | SafetyWarning
  | ReviewAnswered
  | PartnerAvailable
  | BookingMoved
  | TimelineMoved
  | MarketMoved
  | CampaignOpen
  | BoardAnswered
  | SecurityAlert
  | ApplicationMoved
  | GalleryReviewed
  | ImageRequestMoved
  | DataExportReady
  | GallerySold
  | FavouriteItem
  | FavouritePost
  | FavouriteLive
  | PointsMoved
  | PayoutMoved
  | MissionReached
