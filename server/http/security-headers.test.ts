import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { securityHeaders } from './security-headers.ts'

const policyOf = (env: Record<string, string> = {}): Record<string, string> => {
  const policy = securityHeaders(readConfig(env), ["'sha256-x'"])['content-security-policy'] ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )
}

const settings = {
  square: {
    PUBLIC_URL: 'https://koyoi.example',
    SQUARE_ACCESS_TOKEN: 'a',
    SQUARE_LOCATION_ID: 'b',
    SQUARE_APPLICATION_ID: 'c',
    SQUARE_WEBHOOK_SIGNATURE_KEY: 'd',
  },
  paidy: { PAIDY_SECRET_KEY: 'sk', PAIDY_PUBLIC_KEY: 'pk' },
  fcm: {
    FCM_SERVICE_ACCOUNT_FILE: 'account.json',
    FCM_VAPID_KEY: 'a',
    FCM_API_KEY: 'b',
    FCM_MESSAGING_SENDER_ID: 'c',
    FCM_APP_ID: 'd',
  },
  addressLookup: { IP_LOOKUP_URL: 'https://ip.example/json' },
  analytics: { ANALYTICS_MEASUREMENT_ID: 'G-ABC123', DEMO: 'false' },
}

it('allow nothing foreign in our pages', () => {
  const policy = policyOf()
  expect(policy['script-src']).toBe("'self' 'sha256-x'")
  expect(policy['frame-src']).toBe("'self'")
  expect(policy['connect-src']).toBe("'self'")
  expect(policy['worker-src']).toBe("'self'")
  expect(policy['manifest-src']).toBe("'self'")
  expect(JSON.stringify(policy)).not.toContain('http')
})

it("allow a payment service's own fields once it is set up", () => {
  expect(policyOf(settings.square)['script-src']).toContain('https://web.squarecdn.com')
  expect(policyOf(settings.square)['frame-src']).toBe("'self' https:")
  expect(policyOf(settings.square)['script-src']).not.toContain('paidy')
  const paidy = policyOf(settings.paidy)
  expect(paidy['script-src']).toBe("'self' 'sha256-x' https://apps.paidy.com")
  expect(paidy['frame-src']).toBe("'self' https://*.paidy.com")
})

it('allow pages to ask Firebase for a token when it replaces Web Push', () => {
  expect(policyOf(settings.fcm)['connect-src']).toContain('https://fcmregistrations.googleapis.com')
  expect(policyOf(settings.fcm)['script-src']).toBe("'self' 'sha256-x'")
})

it('allow pages to ask the configured address look-up, and nothing else of its host', () => {
  const policy = policyOf(settings.addressLookup)
  expect(policy['connect-src']).toBe("'self' https://ip.example")
  expect(policy['script-src']).toBe("'self' 'sha256-x'")
  expect(policy['img-src']).toBe(policyOf()['img-src'])
})

it.each([
  ['nothing', {}],
  ...Object.entries(settings),
  ['everything', Object.assign({}, ...Object.values(settings)) as Record<string, string>],
])('allow no inline script and no script from elsewhere, with %s set up', (_name, env) => {
  const policy = policyOf(env)
  if (Object.keys(env).length > 0) expect(policy).not.toEqual(policyOf())
  expect(policy['script-src']).not.toMatch(/unsafe|data:|blob:|\*|(^| )https?:( |$)/)
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
})

const headersOf = (env: Record<string, string> = {}) => securityHeaders(readConfig(env), [])

it('keep browsers to TLS, where there is TLS', () => {
  expect(headersOf({ PUBLIC_URL: 'https://koyoi.example' })['strict-transport-security']).toBe(
    'max-age=31536000; includeSubDomains',
  )
  expect(headersOf({ PUBLIC_URL: 'http://koyoi.example' })).not.toHaveProperty('strict-transport-security')
  expect(headersOf()).not.toHaveProperty('strict-transport-security')
})

it('give our pages the features that calls need, allow no frames around them, and close the other features', () => {
  const features = (headersOf()['permissions-policy'] ?? '').split(', ').map((feature) => feature.split('='))
  const policy = Object.fromEntries(features)
  expect(Object.keys(policy)).toHaveLength(features.length)
  expect(policy).toMatchObject({ camera: '(self)', microphone: '(self)', 'screen-wake-lock': '(self)' })
  expect(policy).toMatchObject({ geolocation: '()', 'display-capture': '()', serial: '()', hid: '()' })
  expect(new Set(Object.values(policy))).toEqual(new Set(['(self)', '()']))
})

it('have a policy in tests as well, so that browser tests run under it', () => {
  expect(policyOf({ NODE_ENV: 'test' })).toEqual(policyOf())
  expect(policyOf({ NODE_ENV: 'development' })).not.toEqual(policyOf())
})
