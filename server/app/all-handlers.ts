import { birthDateHandlers, operatorBirthDateHandlers } from '#server/account/birth-date-routes.ts'
import { devicesHandlers } from '#server/account/devices-routes.ts'
import { googleHandlers } from '#server/account/google/routes.ts'
import { identityProofHandlers } from '#server/account/identity-proof-routes.ts'
import { mailAccountHandlers } from '#server/account/mail/mail-account-routes.ts'
import { passwordResetHandlers } from '#server/account/mail/password-reset-routes.ts'
import { passkeysHandlers } from '#server/account/passkeys/routes.ts'
import { phoneHandlers } from '#server/account/phone/phone-routes.ts'
import { recoveryCodeHandlers } from '#server/account/recovery-code-routes.ts'
import { accountHandlers } from '#server/account/routes.ts'
import { operatorApplicationsHandlers } from '#server/applications/operator-routes.ts'
import { applicationHandlers } from '#server/applications/routes.ts'
import { operatorBoardsHandlers } from '#server/boards/operator-routes.ts'
import { boardsHandlers } from '#server/boards/routes.ts'
import { bookingsHandlers } from '#server/bookings/routes.ts'
import { payCallPointHandlers } from '#server/calls/billing/routes.ts'
import { callKindHandlers } from '#server/calls/kind-routes.ts'
import { callLinesHandlers } from '#server/calls/media/line-routes.ts'
import { missedCallHandlers } from '#server/calls/missed-call-routes.ts'
import { videoTestHandlers } from '#server/calls/pre-call-check/routes.ts'
import { randomCallsHandlers } from '#server/calls/random/routes.ts'
import { callsHandlers } from '#server/calls/routes.ts'
import { videoRequestHandlers } from '#server/calls/video-request/routes.ts'
import { operatorChatHandlers } from '#server/chat/operator-routes.ts'
import { paidImagesHandlers } from '#server/chat/paid-images-routes.ts'
import { chatHandlers } from '#server/chat/routes.ts'
import { favouritesHandlers } from '#server/favourites/routes.ts'
import { operatorGalleryHandlers } from '#server/gallery/operator-routes.ts'
import { imageRequestHandlers } from '#server/gallery/requests/routes.ts'
import { galleryHandlers, galleryRemovalHandlers, ownGalleryHandlers } from '#server/gallery/routes.ts'
import { healthHandlers } from '#server/health/routes.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { messagePagesHandlers, operatorMessagePagesHandlers } from '#server/legal/message-routes.ts'
import { operatorLegalHandlers } from '#server/legal/operator-routes.ts'
import { legalHandlers } from '#server/legal/routes.ts'
import { operatorLiveFlowHandlers } from '#server/live/flow/operator-routes.ts'
import { liveFlowHandlers } from '#server/live/flow/routes.ts'
import { operatorLiveRoomsHandlers } from '#server/live/operator-rooms-routes.ts'
import { liveRoomHandlers, watchHandlers } from '#server/live/routes.ts'
import { operatorMarketHandlers } from '#server/market/operator-routes.ts'
import { marketItemsHandlers } from '#server/market/routes.ts'
import { marketTransactionsHandlers } from '#server/market/transaction-routes.ts'
import { missionsHandlers, operatorMissionsHandlers } from '#server/missions/routes.ts'
import { operatorMembersHandlers } from '#server/moderation/member-routes.ts'
import { operatorSafetyHandlers } from '#server/moderation/operator-routes.ts'
import { safetyHandlers } from '#server/moderation/routes.ts'
import { operatorClientErrorsHandlers } from '#server/monitoring/operator-routes.ts'
import { noticesHandlers } from '#server/notifications/routes.ts'
import { operatorOutboxHandlers } from '#server/outbox/operator-routes.ts'
import { availabilityHandlers } from '#server/people/availability-routes.ts'
import { operatorRatesHandlers } from '#server/people/operator-routes.ts'
import { ownProfileHandlers } from '#server/people/own-profile-routes.ts'
import { peopleHandlers } from '#server/people/routes.ts'
import { searchHandlers } from '#server/people/search/routes.ts'
import { campaignsHandlers } from '#server/points/campaigns/campaign-routes.ts'
import { operatorPayoutsHandlers } from '#server/points/earnings/operator-routes.ts'
import { earningsHandlers, payoutsHandlers } from '#server/points/earnings/routes.ts'
import { operatorAgeBandsHandlers } from '#server/points/operator/age-band-routes.ts'
import { operatorOrdersHandlers } from '#server/points/operator/orders-routes.ts'
import { operatorBaseDateHandlers, operatorCampaignsHandlers } from '#server/points/operator/points-routes.ts'
import { operatorHandlers } from '#server/points/operator/routes.ts'
import { purchaseHandlers } from '#server/points/purchase/purchase-routes.ts'
import { pointsHandlers } from '#server/points/routes.ts'
import { dataExportHandlers } from '#server/privacy/data-export/routes.ts'
import { quitHandlers } from '#server/privacy/deactivation-routes.ts'
import { pushHandlers } from '#server/push/routes.ts'
import { notificationSettingsHandlers } from '#server/push/settings-routes.ts'
import { receiptsHandlers } from '#server/receipts/routes.ts'
import { reviewsHandlers } from '#server/reviews/routes.ts'
import { studioHandlers } from '#server/studio/routes.ts'
import { timelineMoviesHandlers } from '#server/timeline/movies/routes.ts'
import { timelineHandlers } from '#server/timeline/routes.ts'
import { videosHandlers } from '#server/videos/routes.ts'

/** One handler per endpoint; this line doesn't compile while one is missing. */
export const handlers: Handlers = {
  ...healthHandlers,
  ...accountHandlers,
  ...birthDateHandlers,
  ...identityProofHandlers,
  ...googleHandlers,
  ...passkeysHandlers,
  ...quitHandlers,
  ...dataExportHandlers,
  ...passwordResetHandlers,
  ...devicesHandlers,
  ...mailAccountHandlers,
  ...applicationHandlers,
  ...recoveryCodeHandlers,
  ...peopleHandlers,
  ...availabilityHandlers,
  ...favouritesHandlers,
  ...ownProfileHandlers,
  ...searchHandlers,
  ...studioHandlers,
  ...pointsHandlers,
  ...purchaseHandlers,
  ...operatorOrdersHandlers,
  ...earningsHandlers,
  ...payoutsHandlers,
  ...timelineHandlers,
  ...timelineMoviesHandlers,
  ...missionsHandlers,
  ...operatorMissionsHandlers,
  ...boardsHandlers,
  ...operatorBoardsHandlers,
  ...bookingsHandlers,
  ...marketItemsHandlers,
  ...marketTransactionsHandlers,
  ...operatorMarketHandlers,
  ...callsHandlers,
  ...callKindHandlers,
  ...callLinesHandlers,
  ...payCallPointHandlers,
  ...missedCallHandlers,
  ...randomCallsHandlers,
  ...videoTestHandlers,
  ...liveRoomHandlers,
  ...watchHandlers,
  ...chatHandlers,
  ...paidImagesHandlers,
  ...videosHandlers,
  ...galleryHandlers,
  ...ownGalleryHandlers,
  ...galleryRemovalHandlers,
  ...imageRequestHandlers,
  ...videoRequestHandlers,
  ...liveFlowHandlers,
  ...receiptsHandlers,
  ...noticesHandlers,
  ...notificationSettingsHandlers,
  ...phoneHandlers,
  ...pushHandlers,
  ...operatorHandlers,
  ...campaignsHandlers,
  ...operatorPayoutsHandlers,
  ...operatorBaseDateHandlers,
  ...operatorMembersHandlers,
  ...operatorSafetyHandlers,
  ...operatorAgeBandsHandlers,
  ...operatorBirthDateHandlers,
  ...operatorChatHandlers,
  ...operatorGalleryHandlers,
  ...operatorRatesHandlers,
  ...operatorLiveFlowHandlers,
  ...operatorLiveRoomsHandlers,
  ...operatorOutboxHandlers,
  ...operatorClientErrorsHandlers,
  ...operatorApplicationsHandlers,
  ...safetyHandlers,
  ...reviewsHandlers,
  ...operatorCampaignsHandlers,
  ...legalHandlers,
  ...operatorLegalHandlers,
  ...messagePagesHandlers,
  ...operatorMessagePagesHandlers,
}
