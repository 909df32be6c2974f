import { accountEndpoints } from './account.ts'
import { applicationEndpoints } from './application.ts'
import { callsEndpoints } from './calls.ts'
import { campaignsEndpoints } from './campaigns.ts'
import { chatEndpoints } from './chat.ts'
import { dataExportEndpoints } from './data-export.ts'
import { devicesEndpoints } from './devices.ts'
import { earningsEndpoints } from './earnings.ts'
import { googleEndpoints } from './google.ts'
import { healthEndpoints } from './health.ts'
import { identityProofEndpoints } from './identity-proof.ts'
import { legalEndpoints } from './legal.ts'
import { mailAccountEndpoints } from './mail-account.ts'
import { messagePagesEndpoints } from './message-pages.ts'
import { noticesEndpoints } from './notices.ts'
import { notificationSettingsEndpoints } from './notification-settings.ts'
import { operatorEndpoints } from './operator.ts'
import { operatorAccountEndpoints } from './operator-account.ts'
import { operatorApplicationsEndpoints } from './operator-applications.ts'
import { operatorBaseDateEndpoints } from './operator-base-date.ts'
import { operatorCampaignsEndpoints } from './operator-campaigns.ts'
import { operatorClientErrorsEndpoints } from './operator-client-errors.ts'
import { operatorLedgerEndpoints } from './operator-ledger.ts'
import { operatorLegalEndpoints } from './operator-legal.ts'
import { operatorMessagePagesEndpoints } from './operator-message-pages.ts'
import { operatorNoticesEndpoints } from './operator-notices.ts'
import { operatorOrdersEndpoints } from './operator-orders.ts'
import { operatorOutboxEndpoints } from './operator-outbox.ts'
import { operatorPayoutsEndpoints } from './operator-payouts.ts'
import { operatorRatesEndpoints } from './operator-rates.ts'
import { operatorSafetyEndpoints } from './operator-safety.ts'
import { ownProfileEndpoints } from './own-profile.ts'
import { paidImagesEndpoints } from './paid-images.ts'
import { passkeysEndpoints } from './passkeys.ts'
import { passwordResetEndpoints } from './password-reset.ts'
import { payoutsEndpoints } from './payouts.ts'
import { peopleEndpoints } from './people.ts'
import { phoneEndpoints } from './phone.ts'
import { pointsEndpoints } from './points.ts'
import { purchaseEndpoints } from './purchase.ts'
import { pushEndpoints } from './push.ts'
import { quitEndpoints } from './quit.ts'
import { randomCallsEndpoints } from './random-calls.ts'
import { receiptsEndpoints } from './receipts.ts'
import { recoveryCodeEndpoints } from './recovery-code.ts'
import { reviewsEndpoints } from './reviews.ts'
import { safetyEndpoints } from './safety.ts'
import { searchEndpoints } from './search.ts'
import { studioEndpoints } from './studio.ts'
import { videoRequestEndpoints } from './video-request.ts'
import { videoTestEndpoints } from './video-test.ts'

/** Every endpoint of our own API by name; the server, the client and the OpenAPI document derive from it. */
export const endpoints = {
  ...healthEndpoints,
  ...accountEndpoints,
  ...identityProofEndpoints,
  ...googleEndpoints,
  ...passkeysEndpoints,
  ...quitEndpoints,
  ...dataExportEndpoints,
  ...passwordResetEndpoints,
  ...devicesEndpoints,
  ...mailAccountEndpoints,
  ...applicationEndpoints,
  ...recoveryCodeEndpoints,
  ...peopleEndpoints,
  ...ownProfileEndpoints,
  ...searchEndpoints,
  ...studioEndpoints,
  ...pointsEndpoints,
  ...purchaseEndpoints,
  ...earningsEndpoints,
  ...payoutsEndpoints,
  ...callsEndpoints,
  ...randomCallsEndpoints,
  ...videoTestEndpoints,
  ...chatEndpoints,
  ...paidImagesEndpoints,
  ...videoRequestEndpoints,
  ...receiptsEndpoints,
  ...noticesEndpoints,
  ...notificationSettingsEndpoints,
  ...phoneEndpoints,
  ...pushEndpoints,
  ...operatorEndpoints,
  ...operatorAccountEndpoints,
  ...operatorNoticesEndpoints,
  ...operatorPayoutsEndpoints,
  ...operatorOrdersEndpoints,
  ...operatorLedgerEndpoints,
  ...operatorBaseDateEndpoints,
  ...operatorCampaignsEndpoints,
  ...operatorSafetyEndpoints,
  ...operatorRatesEndpoints,
  ...operatorOutboxEndpoints,
  ...operatorClientErrorsEndpoints,
  ...operatorApplicationsEndpoints,
  ...campaignsEndpoints,
  ...safetyEndpoints,
  ...reviewsEndpoints,
  ...legalEndpoints,
  ...operatorLegalEndpoints,
  ...messagePagesEndpoints,
  ...operatorMessagePagesEndpoints,
}
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
