import * as z from 'zod/mini'
import { bookingMoments } from '#contract/bookings/bookings.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, done, instant, lotKinds, memberId, points, success } from '#contract/core/shared.ts'
import { requestMoments } from '#contract/gallery/requests.ts'
import { marketMoments } from '#contract/market/market.ts'
import { reportReasons } from '#contract/safety/safety.ts'
import { timelineMoments } from '#contract/timeline/timeline.ts'

/** Of a purchase, or of points that came back, the member is notified. */
export const pointsMoments = ['bought', 'returned'] as const
export type PointsMoment = (typeof pointsMoments)[number]
export const payoutMoments = ['approved', 'paid', 'refused'] as const
export type PayoutMoment = (typeof payoutMoments)[number]
/** Unread notifications are counted up to this, which is shown as 99+. */
export const unreadCountMax = 100
/** Notifications that one request marks as read by their ids. */
const markedIdsMax = 50

/** Points that expire soon (product.md 6.2). `points`: what is left of them now; 0 once they are spent or gone. */
const pointsExpiring = z.object({
  kind: z.literal('pointsExpiring'),
  lotKind: z.enum(lotKinds),
  points,
  expiresAt: instant,
})

/** Where the broadcaster's earnings go from now on, in case somebody else changed it. */
const payoutAccountSaved = z.object({
  kind: z.literal('payoutAccountSaved'),
  bankName: z.string(),
  /** Its last three digits. */
  maskedNumber: z.string(),
})

/** A campaign's points can be had from now on. `points`: what it comes to for this member. */
const campaignOpen = z.object({
  kind: z.literal('campaignOpen'),
  campaignName: z.string(),
  points,
  claimsUntil: instant,
})

/** Operators looked into a report and warn. Neither who reported nor what was said is told. */
const safetyWarning = z.object({ kind: z.literal('safetyWarning'), reason: z.enum(reportReasons) })

/** The broadcaster has answered the member's review, on the profile. */
const reviewAnswered = z.object({
  kind: z.literal('reviewAnswered'),
  partnerId: memberId,
  partnerName: z.string(),
})

/** The broadcaster for whom the member waited (空いたら知らせる) was on standby. */
const partnerAvailable = z.object({
  kind: z.literal('partnerAvailable'),
  partnerId: memberId,
  partnerName: z.string(),
})

/** A booking of a time for a call has changed, or its time is near. */
const bookingNotice = z.object({
  kind: z.literal('booking'),
  moment: z.enum(bookingMoments),
  partnerId: memberId,
  partnerName: z.string(),
  startsAt: instant,
})

/** A comment on the member's post, an answer to the member's comment, a mention, or a like. */
const timelineNotice = z.object({
  kind: z.literal('timeline'),
  moment: z.enum(timelineMoments),
  postId: commandId,
  /** The newest comment that it is about. */
  commentId: z.nullable(commandId),
  /** The newest of them; null: a caller, whom this member doesn't see. */
  partnerId: z.nullable(memberId),
  partnerName: z.nullable(z.string()),
  /** How many people besides. */
  others: z.int(),
})

/** Something happened to an item or a transaction of the flea market. */
const marketNotice = z.object({
  kind: z.literal('market'),
  moment: z.enum(marketMoments),
  title: z.string(),
  itemId: commandId,
  transactionId: z.nullable(commandId),
})

/** Somebody has written in a thread that the member subscribes to; once until the member has looked. */
const boardAnswered = z.object({
  kind: z.literal('boardAnswered'),
  threadId: commandId,
  /** Of the thread. */
  title: z.string(),
  /** The first post that the member hadn't seen; null in old ones. */
  number: z.nullable(z.int()),
})

/** Somebody has bought the broadcaster's item. */
const gallerySold = z.object({
  kind: z.literal('gallerySold'),
  itemId: commandId,
  title: z.string(),
  /** Of the newest purchase. */
  points,
  partnerId: memberId,
  partnerName: z.string(),
  others: z.int(),
})

/** What a favourite does. */
const favourite = { partnerId: memberId, partnerName: z.string() }
const favouriteItem = z.object({ kind: z.literal('favouriteItem'), itemId: commandId, ...favourite })
const favouritePost = z.object({ kind: z.literal('favouritePost'), postId: commandId, ...favourite })
const favouriteLive = z.object({ kind: z.literal('favouriteLive'), ...favourite })

/** Points were bought, or came back. */
const pointsMoved = z.object({
  kind: z.literal('pointsMoved'),
  moment: z.enum(pointsMoments),
  points,
  orderId: z.nullable(commandId),
})

/** A payout was approved, is at the bank, or was refused with its points returned. */
const payoutMoved = z.object({
  kind: z.literal('payoutMoved'),
  moment: z.enum(payoutMoments),
  payoutId: commandId,
  points,
})

/** A mission is reached, and its bonus waits. */
const missionReached = z.object({
  kind: z.literal('missionReached'),
  missionId: z.string(),
  title: z.string(),
  points,
})

/** The device on which something was done to the account. */
const where = { deviceName: z.string(), isThisDevice: z.boolean() }
/** The account was opened in a browser it didn't know. */
const newSignIn = z.object({ kind: z.literal('newSignIn'), ...where })
const recoveryCodeCreated = z.object({ kind: z.literal('recoveryCodeCreated'), ...where })
/** The account was opened by it, wherever that was. */
const recoveryCodeUsed = z.object({ kind: z.literal('recoveryCodeUsed'), ...where })
const passkeyAdded = z.object({ kind: z.literal('passkeyAdded'), ...where })
const passkeyDeleted = z.object({ kind: z.literal('passkeyDeleted'), ...where })
const googleLinked = z.object({ kind: z.literal('googleLinked'), ...where })
const googleUnlinked = z.object({ kind: z.literal('googleUnlinked'), ...where })
/** Another number stands in the place of the verified one; `phoneRemoved`: none does. */
const phoneChanged = z.object({ kind: z.literal('phoneChanged'), ...where })
const phoneRemoved = z.object({ kind: z.literal('phoneRemoved'), ...where })
const passwordChanged = z.object({ kind: z.literal('passwordChanged'), ...where })
/** The address that signs in is another one; where it was asked for. */
const mailChanged = z.object({ kind: z.literal('mailChanged'), ...where })
/** Operators have looked at the member's application to become a broadcaster; what they say is on its own screen. */
const applicationMoved = z.object({
  kind: z.literal('applicationMoved'),
  outcome: z.enum(['approved', 'refused', 'needsMore']),
})

/** Operators have reviewed an item of the gallery, or taken it down. */
const galleryReviewed = z.object({
  kind: z.literal('galleryReviewed'),
  /** Null in old ones. */
  itemId: z.nullable(commandId),
  title: z.string(),
  outcome: z.enum(['passed', 'refused', 'removed']),
})

/** A request for pictures has moved. */
const imageRequestNotice = z.object({
  kind: z.literal('imageRequest'),
  moment: z.enum(requestMoments),
  partnerId: memberId,
  partnerName: z.string(),
  points,
})

/** Asked for by the member: a zip of the own data waits, until then. */
const dataExportReady = z.object({ kind: z.literal('dataExportReady'), expiresAt: instant })

export const memberNotice = z.object({
  id: z.int(),
  createdAt: instant,
  /** Neither read nor settled by itself. */
  isUnread: z.boolean(),
  about: z.discriminatedUnion('kind', [
    campaignOpen,
    pointsExpiring,
    payoutAccountSaved,
    safetyWarning,
    reviewAnswered,
    partnerAvailable,
    bookingNotice,
    timelineNotice,
    marketNotice,
    boardAnswered,
    newSignIn,
    passkeyAdded,
    passkeyDeleted,
    googleLinked,
    googleUnlinked,
    phoneChanged,
    phoneRemoved,
    passwordChanged,
    mailChanged,
    applicationMoved,
    galleryReviewed,
    imageRequestNotice,
    recoveryCodeCreated,
    recoveryCodeUsed,
    dataExportReady,
    gallerySold,
    favouriteItem,
    favouritePost,
    favouriteLive,
    pointsMoved,
    payoutMoved,
    missionReached,
  ]),
})
export type MemberNotice = z.infer<typeof memberNotice>
export type MemberNoticeKind = MemberNotice['about']['kind']

export const noticesEndpoints = {
  getNotifications: defineEndpoint({
    method: 'POST',
    path: '/api/get-notifications',
    access: 'session',
    summary: "The member's notices, newest first",
    input: z.object({
      /** Only those older than this one. */
      before: z.optional(z.int()),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({
      type: success,
      notifications: z.array(memberNotice),
      /** Where the next page begins; null after the last. A page may be empty and not the last. */
      next: z.nullable(z.int()),
      /** Of all, up to `unreadCountMax`. */
      unread: z.int(),
    }),
    refusals: [],
  }),
  markNotificationsRead: defineEndpoint({
    method: 'POST',
    path: '/api/mark-notifications-read',
    access: 'session',
    summary: 'The member has read these notifications, or all up to one of them',
    input: z.object({
      upTo: z.optional(z.int()),
      ids: z.optional(z.array(z.int()).check(z.maxLength(markedIdsMax))),
    }),
    output: done,
    refusals: [],
  }),
}
