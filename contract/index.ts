import { accountEndpoints } from '#contract/account/account.ts'
import { birthDateEndpoints, operatorBirthDateEndpoints } from '#contract/account/birth-date.ts'
import { devicesEndpoints } from '#contract/account/devices.ts'
import { googleEndpoints } from '#contract/account/google.ts'
import { identityProofEndpoints } from '#contract/account/identity-proof.ts'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import { passkeysEndpoints } from '#contract/account/passkeys.ts'
import { passwordResetEndpoints } from '#contract/account/password-reset.ts'
import { phoneEndpoints } from '#contract/account/phone.ts'
import { recoveryCodeEndpoints } from '#contract/account/recovery-code.ts'
import { applicationEndpoints } from '#contract/applications/applications.ts'
import { operatorApplicationsEndpoints } from '#contract/applications/operator.ts'
import { boardsEndpoints } from '#contract/boards/boards.ts'
import { operatorBoardsEndpoints } from '#contract/boards/operator.ts'
import { bookingsEndpoints } from '#contract/bookings/bookings.ts'
import { callKindEndpoints } from '#contract/calls/call-kind.ts'
import { callLinesEndpoints } from '#contract/calls/call-lines.ts'
import { callsEndpoints } from '#contract/calls/calls.ts'
import { payCallPointEndpoints } from '#contract/calls/pay-call-point.ts'
import { videoTestEndpoints } from '#contract/calls/pre-call-check.ts'
import { randomCallsEndpoints } from '#contract/calls/random-calls.ts'
import { videoRequestEndpoints } from '#contract/calls/video-request.ts'
import { chatEndpoints } from '#contract/chat/chat.ts'
import { missedCallEndpoints } from '#contract/chat/missed-call.ts'
import { operatorChatEndpoints } from '#contract/chat/operator.ts'
import { paidImagesEndpoints } from '#contract/chat/paid-images.ts'
import { favouritesEndpoints } from '#contract/favourites/favourites.ts'
import { galleryEndpoints } from '#contract/gallery/gallery.ts'
import { operatorGalleryEndpoints } from '#contract/gallery/operator.ts'
import { ownGalleryEndpoints } from '#contract/gallery/own-items.ts'
import { galleryRemovalEndpoints } from '#contract/gallery/removal.ts'
import { imageRequestEndpoints } from '#contract/gallery/requests.ts'
import { healthEndpoints } from '#contract/health/health.ts'
import { legalEndpoints } from '#contract/legal/legal.ts'
import { messagePagesEndpoints } from '#contract/legal/message-pages.ts'
import { operatorLegalEndpoints } from '#contract/legal/operator/documents.ts'
import { operatorMessagePagesEndpoints } from '#contract/legal/operator/message-pages.ts'
import {
  liveFlowEndpoints,
  liveMenuEndpoints,
  presentEndpoints,
  toyMenuEndpoints,
} from '#contract/live/flow.ts'
import { liveMemberEndpoints } from '#contract/live/members.ts'
import { operatorLiveFlowEndpoints } from '#contract/live/operator.ts'
import { operatorLiveRoomsEndpoints } from '#contract/live/operator-rooms.ts'
import { liveRoomEndpoints, watchEndpoints } from '#contract/live/rooms.ts'
import { marketItemsEndpoints } from '#contract/market/items.ts'
import { operatorMarketEndpoints } from '#contract/market/operator.ts'
import { marketTransactionsEndpoints } from '#contract/market/transactions.ts'
import { missionsEndpoints, operatorMissionsEndpoints } from '#contract/missions/missions.ts'
import { operatorMembersEndpoints } from '#contract/moderation/members.ts'
import { operatorSafetyEndpoints } from '#contract/moderation/moderation.ts'
import { operatorClientErrorsEndpoints } from '#contract/monitoring/client-errors.ts'
import { notificationSettingsEndpoints } from '#contract/notifications/notification-settings.ts'
import { noticesEndpoints } from '#contract/notifications/notifications.ts'
import { operatorAccountEndpoints } from '#contract/operators/account.ts'
import { operatorNoticesEndpoints } from '#contract/operators/alerts.ts'
import { operatorEndpoints } from '#contract/operators/operators.ts'
import { operatorOutboxEndpoints } from '#contract/outbox/outbox.ts'
import { availabilityEndpoints } from '#contract/people/availability.ts'
import { ownProfileEndpoints } from '#contract/people/own-profile.ts'
import { peopleEndpoints } from '#contract/people/people.ts'
import { operatorRatesEndpoints } from '#contract/people/rates.ts'
import { searchEndpoints } from '#contract/people/search.ts'
import { campaignsEndpoints } from '#contract/points/campaigns.ts'
import { earningsEndpoints } from '#contract/points/earnings.ts'
import { operatorAgeBandsEndpoints } from '#contract/points/operator/age-bands.ts'
import { operatorCampaignsEndpoints } from '#contract/points/operator/campaigns.ts'
import { operatorLedgerEndpoints } from '#contract/points/operator/ledger.ts'
import { operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { operatorPayoutsEndpoints } from '#contract/points/operator/payouts.ts'
import { operatorBaseDateEndpoints } from '#contract/points/operator/reporting-date.ts'
import { payoutsEndpoints } from '#contract/points/payouts.ts'
import { pointsEndpoints } from '#contract/points/points.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import { dataExportEndpoints } from '#contract/privacy/data-export.ts'
import { quitEndpoints } from '#contract/privacy/deactivation.ts'
import { pushEndpoints } from '#contract/push/push.ts'
import { receiptsEndpoints } from '#contract/receipts/receipts.ts'
import { reviewsEndpoints } from '#contract/reviews/reviews.ts'
import { safetyEndpoints } from '#contract/safety/safety.ts'
import { traderBlockEndpoints } from '#contract/safety/trader-block.ts'
import { studioEndpoints } from '#contract/studio/studio.ts'
import { timelineMoviesEndpoints } from '#contract/timeline/movies.ts'
import { timelineEndpoints } from '#contract/timeline/timeline.ts'
import { videosEndpoints } from '#contract/videos/videos.ts'

/** The endpoints by area, as the OpenAPI document groups them. */
export const areas = {
  service: {
    description: 'Whether the service works',
    endpoints: healthEndpoints,
  },
  account: {
    description: 'The signed-in member: profile picture, ways to sign in and back, devices, data, leaving',
    endpoints: {
      ...accountEndpoints,
      ...birthDateEndpoints,
      ...identityProofEndpoints,
      ...googleEndpoints,
      ...passkeysEndpoints,
      ...quitEndpoints,
      ...dataExportEndpoints,
      ...passwordResetEndpoints,
      ...devicesEndpoints,
      ...mailAccountEndpoints,
      ...recoveryCodeEndpoints,
      ...phoneEndpoints,
    },
  },
  application: {
    description: 'Applying to become a broadcaster',
    endpoints: applicationEndpoints,
  },
  people: {
    description: 'Finding people, their profiles and reviews, and one’s own profile',
    endpoints: {
      ...peopleEndpoints,
      ...availabilityEndpoints,
      ...favouritesEndpoints,
      ...ownProfileEndpoints,
      ...searchEndpoints,
      ...studioEndpoints,
      ...reviewsEndpoints,
    },
  },
  timeline: {
    description: 'Posts with images, movies and polls, likes and comments',
    endpoints: { ...timelineEndpoints, ...timelineMoviesEndpoints },
  },
  missions: {
    description: 'Points for what a member does',
    endpoints: { ...missionsEndpoints, ...operatorMissionsEndpoints },
  },
  boards: {
    description: 'Threads of members who stay anonymous to each other',
    endpoints: { ...boardsEndpoints, ...operatorBoardsEndpoints },
  },
  bookings: {
    description: 'Times for calls that a caller and a broadcaster agree on',
    endpoints: bookingsEndpoints,
  },
  market: {
    description: 'The flea market: items, purchases with points in escrow, disputes',
    endpoints: { ...marketItemsEndpoints, ...marketTransactionsEndpoints },
  },
  calls: {
    description: 'Ringing, answering, running and ending calls, random calls, and the test before a call',
    endpoints: {
      ...callsEndpoints,
      ...callKindEndpoints,
      ...callLinesEndpoints,
      ...payCallPointEndpoints,
      ...missedCallEndpoints,
      ...randomCallsEndpoints,
      ...videoTestEndpoints,
    },
  },
  live: {
    description: 'Live rooms and watching them',
    endpoints: { ...liveRoomEndpoints, ...watchEndpoints },
  },
  chat: {
    description: 'Conversations and their messages',
    endpoints: { ...chatEndpoints, ...paidImagesEndpoints, ...videoRequestEndpoints },
  },
  liveFlow: {
    description: 'Comments, presents, toy menus and goals of live rooms',
    endpoints: {
      ...liveFlowEndpoints,
      ...liveMemberEndpoints,
      ...presentEndpoints,
      ...toyMenuEndpoints,
      ...liveMenuEndpoints,
    },
  },
  videos: {
    description: 'Videos that members send in parts',
    endpoints: videosEndpoints,
  },
  gallery: {
    description: 'Pictures and videos that broadcasters sell, and taking them down',
    endpoints: {
      ...galleryEndpoints,
      ...ownGalleryEndpoints,
      ...galleryRemovalEndpoints,
      ...imageRequestEndpoints,
    },
  },
  points: {
    description: 'The balance, buying points, campaigns, and receipts',
    endpoints: { ...pointsEndpoints, ...purchaseEndpoints, ...campaignsEndpoints, ...receiptsEndpoints },
  },
  earnings: {
    description: 'What a broadcaster earned, and payouts',
    endpoints: { ...earningsEndpoints, ...payoutsEndpoints },
  },
  notices: {
    description: 'Notices, their settings, push, and message pages',
    endpoints: {
      ...noticesEndpoints,
      ...notificationSettingsEndpoints,
      ...pushEndpoints,
      ...messagePagesEndpoints,
    },
  },
  safety: {
    description: 'Blocking and reporting',
    endpoints: { ...safetyEndpoints, ...traderBlockEndpoints },
  },
  legal: {
    description: 'Legal texts and consent to them',
    endpoints: legalEndpoints,
  },
  operator: {
    description: 'The operators’ console',
    endpoints: {
      ...operatorEndpoints,
      ...operatorAccountEndpoints,
      ...operatorNoticesEndpoints,
      ...operatorPayoutsEndpoints,
      ...operatorOrdersEndpoints,
      ...operatorLedgerEndpoints,
      ...operatorBaseDateEndpoints,
      ...operatorCampaignsEndpoints,
      ...operatorMembersEndpoints,
      ...operatorSafetyEndpoints,
      ...operatorAgeBandsEndpoints,
      ...operatorBirthDateEndpoints,
      ...operatorChatEndpoints,
      ...operatorLiveFlowEndpoints,
      ...operatorLiveRoomsEndpoints,
      ...operatorGalleryEndpoints,
      ...operatorRatesEndpoints,
      ...operatorOutboxEndpoints,
      ...operatorClientErrorsEndpoints,
      ...operatorApplicationsEndpoints,
      ...operatorLegalEndpoints,
      ...operatorMessagePagesEndpoints,
      ...operatorMarketEndpoints,
    },
  },
}

/** Every endpoint of our own API by name; the server, the client and the OpenAPI document derive from it. */
export const endpoints = {
  ...areas.service.endpoints,
  ...areas.account.endpoints,
  ...areas.application.endpoints,
  ...areas.people.endpoints,
  ...areas.timeline.endpoints,
  ...areas.missions.endpoints,
  ...areas.boards.endpoints,
  ...areas.bookings.endpoints,
  ...areas.market.endpoints,
  ...areas.calls.endpoints,
  ...areas.live.endpoints,
  ...areas.chat.endpoints,
  ...areas.liveFlow.endpoints,
  ...areas.videos.endpoints,
  ...areas.gallery.endpoints,
  ...areas.points.endpoints,
  ...areas.earnings.endpoints,
  ...areas.notices.endpoints,
  ...areas.safety.endpoints,
  ...areas.legal.endpoints,
  ...areas.operator.endpoints,
}
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
