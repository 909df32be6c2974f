import type { Config } from '../config.ts'

const contentSecurityPolicy = (inlineScripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScripts].join(' '),
    // React's style attributes and the toast library set styles of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

/** Camera and microphone for our own pages only; what calls don't need stays off. */
const permissionsPolicy =
  'camera=(self), microphone=(self), display-capture=(), geolocation=(), payment=(), usb=()'

/** What every answer carries, whichever door gives it. Written out: it is the same for all, so nothing derives it. */
export const securityHeaders = (
  config: Pick<Config, 'mode' | 'publicUrl'>,
  inlineScripts: readonly string[],
): Record<string, string> => ({
  ...(config.mode === 'production'
    ? { 'content-security-policy': contentSecurityPolicy(inlineScripts) }
    : {}),
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'same-origin',
  ...(config.publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
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
