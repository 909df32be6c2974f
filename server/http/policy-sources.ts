import type { Config } from '#server/config/config.ts'

/** Content-Security-Policy sources by directive. */
export type PolicySources = Partial<
  Record<'script' | 'style' | 'font' | 'connect' | 'frame' | 'img', string[]>
>

/** Square's card fields (https://developer.squareup.com/docs/web-payments/overview) and the banks' 3-D Secure pages. */
const square: PolicySources = {
  script: ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'],
  style: ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'],
  font: ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
  connect: [
    'https://web.squarecdn.com',
    'https://sandbox.web.squarecdn.com',
    'https://pci-connect.squareup.com',
    'https://pci-connect.squareupsandbox.com',
  ],
  // Every bank has an address of its own.
  frame: ['https:'],
}

/** Paidy's checkout (https://paidy.com/docs/en/paidycheckout.html). */
const paidy: PolicySources = {
  script: ['https://apps.paidy.com'],
  connect: ['https://*.paidy.com'],
  frame: ['https://*.paidy.com'],
  img: ['https://*.paidy.com'],
}

/** The sources that the configured payment services need in our pages. */
export const paymentSources = ({ payments }: Pick<Config, 'payments'>): PolicySources[] => [
  ...(payments.square ? [square] : []),
  ...(payments.paidy ? [paidy] : []),
]

/** Firebase's web SDK requests its registration token from these; for Web Push the browser itself does. */
const fcm: PolicySources = {
  connect: ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com'],
}

/** The sources that push needs in our pages. */
export const pushSources = ({ push }: Pick<Config, 'push'>): PolicySources[] => (push.fcm ? [fcm] : [])

/** Google tag (https://developers.google.com/tag-platform/security/guides/csp). */
const googleTag: PolicySources = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ],
  img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
}

/** The sources that analytics need in our pages. */
export const analyticsSources = ({ audience }: Pick<Config, 'audience'>): PolicySources[] =>
  audience.analytics ? [googleTag] : []

/** The outside service from which visitors' browsers request their own IP address. */
export const addressLookupSources = ({ audience }: Pick<Config, 'audience'>): PolicySources[] =>
  audience.ipLookupUrl === undefined ? [] : [{ connect: [new URL(audience.ipLookupUrl).origin] }]
