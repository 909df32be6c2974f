import type { Config } from '#server/config/config.ts'
import {
  addressLookupSources,
  analyticsSources,
  type PolicySources,
  paymentSources,
  pushSources,
} from './policy-sources.ts'

const contentSecurityPolicy = (
  inlineScripts: readonly string[],
  services: readonly PolicySources[],
): string => {
  const directive = (name: keyof PolicySources, ...own: string[]) =>
    [`${name}-src`, ...own, ...services.flatMap((service) => service[name] ?? [])].join(' ')
  return [
    "default-src 'self'",
    directive('script', "'self'", ...inlineScripts),
    // React's style attributes and the toast library add inline styles.
    directive('style', "'self'", "'unsafe-inline'"),
    directive('img', "'self'", 'data:', 'blob:'),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    directive('font', "'self'"),
    directive('connect', "'self'"),
    directive('frame', "'self'"),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

/**
 * The features of our own pages; frames in them get none. https://www.w3.org/TR/permissions-policy/ and the features
 * of https://github.com/w3c/webappsec-permissions-policy/blob/main/features.md that Chromium knows: it warns of others.
 */
const ownFeatures = [
  'autoplay',
  'camera',
  'clipboard-write',
  'fullscreen',
  'microphone',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
]

/** Features that no page needs, so that an injected script can't use them either. */
const closedFeatures = [
  'accelerometer',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissionsPolicy = [
  ...ownFeatures.map((feature) => `${feature}=(self)`),
  ...closedFeatures.map((feature) => `${feature}=()`),
].join(', ')

/** The headers of every answer, whichever route gives it. Written out: they are the same for all answers. */
export const securityHeaders = (
  config: Pick<Config, 'mode' | 'publicUrl' | 'payments' | 'push' | 'audience'>,
  inlineScripts: readonly string[],
): Record<string, string> => ({
  // In development, Vite's modules and styles are inline.
  ...(config.mode === 'development'
    ? {}
    : {
        'content-security-policy': contentSecurityPolicy(inlineScripts, [
          ...paymentSources(config),
          ...pushSources(config),
          ...analyticsSources(config),
          ...addressLookupSources(config),
        ]),
      }),
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'same-origin',
  ...(config.publicUrl?.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
})
