import { dataExportHandlers } from '../account/data-export/routes.ts'
import { devicesHandlers } from '../account/devices-routes.ts'
import { googleHandlers } from '../account/google/routes.ts'
import { identityProofHandlers } from '../account/identity-proof-routes.ts'
import { mailAccountHandlers } from '../account/mail-account-routes.ts'
import { passkeysHandlers } from '../account/passkeys/routes.ts'
import { passwordResetHandlers } from '../account/password-reset-routes.ts'
import { phoneHandlers } from '../account/phone-routes.ts'
import { quitHandlers } from '../account/quit-routes.ts'
import { recoveryCodeHandlers } from '../account/recovery-code-routes.ts'
import { accountHandlers } from '../account/routes.ts'
import { randomCallsHandlers } from '../calls/random-routes.ts'
import { callsHandlers } from '../calls/routes.ts'
import { videoTestHandlers } from '../calls/video-test-routes.ts'
import { operatorChatHandlers } from '../chat/operator-routes.ts'
import { paidImagesHandlers } from '../chat/paid-images-routes.ts'
import { chatHandlers } from '../chat/routes.ts'
import { videoRequestHandlers } from '../chat/video-request-routes.ts'
import { healthHandlers } from '../health/routes.ts'
import { operatorApplicationsHandlers } from '../identity/operator-routes.ts'
import { applicationHandlers } from '../identity/routes.ts'
import { messagePagesHandlers, operatorMessagePagesHandlers } from '../legal/message-routes.ts'
import { operatorLegalHandlers } from '../legal/operator-routes.ts'
import { legalHandlers } from '../legal/routes.ts'
import { operatorClientErrorsHandlers } from '../monitoring/operator-routes.ts'
import { noticesHandlers } from '../notices/routes.ts'
import { notificationSettingsHandlers } from '../notices/settings-routes.ts'
import { operatorHandlers } from '../operator/routes.ts'
import { operatorOutboxHandlers } from '../outbox/operator-routes.ts'
import { operatorRatesHandlers } from '../people/operator-routes.ts'
import { ownProfileHandlers } from '../people/own-profile-routes.ts'
import { reviewsHandlers } from '../people/review-routes.ts'
import { peopleHandlers } from '../people/routes.ts'
import { searchHandlers } from '../people/search/routes.ts'
import { studioHandlers } from '../people/studio-routes.ts'
import { operatorAgeBandsHandlers } from '../points/age-band-routes.ts'
import { campaignsHandlers } from '../points/campaign-routes.ts'
import { operatorPayoutsHandlers } from '../points/earnings/operator-routes.ts'
import { earningsHandlers, payoutsHandlers } from '../points/earnings/routes.ts'
import { operatorOrdersHandlers } from '../points/operator-orders-routes.ts'
import { operatorBaseDateHandlers, operatorCampaignsHandlers } from '../points/operator-routes.ts'
import { purchaseHandlers } from '../points/purchase-routes.ts'
import { pointsHandlers } from '../points/routes.ts'
import { pushHandlers } from '../push/routes.ts'
import { receiptsHandlers } from '../receipts/routes.ts'
import { operatorSafetyHandlers } from '../safety/operator-routes.ts'
import { safetyHandlers } from '../safety/routes.ts'
import type { Handlers } from './handlers.ts'

/** One handler an endpoint; this line doesn't compile while one is missing. */
export const handlers: Handlers = {
  ...healthHandlers,
  ...accountHandlers,
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
  ...ownProfileHandlers,
  ...searchHandlers,
  ...studioHandlers,
  ...pointsHandlers,
  ...purchaseHandlers,
  ...operatorOrdersHandlers,
  ...earningsHandlers,
  ...payoutsHandlers,
  ...callsHandlers,
  ...randomCallsHandlers,
  ...videoTestHandlers,
  ...chatHandlers,
  ...paidImagesHandlers,
  ...videoRequestHandlers,
  ...receiptsHandlers,
  ...noticesHandlers,
  ...notificationSettingsHandlers,
  ...phoneHandlers,
  ...pushHandlers,
  ...operatorHandlers,
  ...campaignsHandlers,
  ...operatorPayoutsHandlers,
  ...operatorBaseDateHandlers,
  ...operatorSafetyHandlers,
  ...operatorAgeBandsHandlers,
  ...operatorChatHandlers,
  ...operatorRatesHandlers,
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
