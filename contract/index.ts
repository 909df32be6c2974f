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
import { operatorAgeBandsEndpoints } from './operator-age-bands.ts'
import { operatorApplicationsEndpoints } from './operator-applications.ts'
import { operatorBaseDateEndpoints } from './operator-base-date.ts'
import { operatorCampaignsEndpoints } from './operator-campaigns.ts'
import { operatorChatEndpoints } from './operator-chat.ts'
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
      ...ownProfileEndpoints,
      ...searchEndpoints,
      ...studioEndpoints,
      ...reviewsEndpoints,
    },
  },
  calls: {
    description: 'Ringing, answering, running and ending calls, random calls, and the test before a call',
    endpoints: { ...callsEndpoints, ...randomCallsEndpoints, ...videoTestEndpoints },
  },
  chat: {
    description: 'Conversations and their messages',
    endpoints: { ...chatEndpoints, ...paidImagesEndpoints, ...videoRequestEndpoints },
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
    endpoints: safetyEndpoints,
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
      ...operatorSafetyEndpoints,
      ...operatorAgeBandsEndpoints,
      ...operatorChatEndpoints,
      ...operatorRatesEndpoints,
      ...operatorOutboxEndpoints,
      ...operatorClientErrorsEndpoints,
      ...operatorApplicationsEndpoints,
      ...operatorLegalEndpoints,
      ...operatorMessagePagesEndpoints,
    },
  },
}

/** Every endpoint of our own API by name; the server, the client and the OpenAPI document derive from it. */
export const endpoints = {
  ...areas.service.endpoints,
  ...areas.account.endpoints,
  ...areas.application.endpoints,
  ...areas.people.endpoints,
  ...areas.calls.endpoints,
  ...areas.chat.endpoints,
  ...areas.points.endpoints,
  ...areas.earnings.endpoints,
  ...areas.notices.endpoints,
  ...areas.safety.endpoints,
  ...areas.legal.endpoints,
  ...areas.operator.endpoints,
}
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
