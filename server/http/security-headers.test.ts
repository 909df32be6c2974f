import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { securityHeaders } from './security-headers.ts'

const policyOf = (env: Record<string, string> = {}): Record<string, string> => {
  const policy = securityHeaders(readConfig(env), ["'sha256-x'"])['content-security-policy'] ?? ''
  return Object.fromEntries(
    policy.split('; ').map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  )
}

it('lets nothing foreign into our pages', () => {
  const policy = policyOf()
  expect(policy['script-src']).toBe("'self' 'sha256-x'")
  expect(policy['frame-src']).toBe("'self'")
  expect(policy['connect-src']).toBe("'self'")
  expect(policy['worker-src']).toBe("'self'")
  expect(policy['manifest-src']).toBe("'self'")
  expect(JSON.stringify(policy)).not.toContain('http')
})

it("lets a payment service's own fields in, once it is set up", () => {
  const square = {
    PUBLIC_URL: 'https://koyoi.example',
    SQUARE_ACCESS_TOKEN: 'a',
    SQUARE_LOCATION_ID: 'b',
    SQUARE_APPLICATION_ID: 'c',
    SQUARE_WEBHOOK_SIGNATURE_KEY: 'd',
  }
  expect(policyOf(square)['script-src']).toContain('https://web.squarecdn.com')
  expect(policyOf(square)['frame-src']).toBe("'self' https:")
  expect(policyOf(square)['script-src']).not.toContain('paidy')
  const paidy = policyOf({ PAIDY_SECRET_KEY: 'sk', PAIDY_PUBLIC_KEY: 'pk' })
  expect(paidy['script-src']).toBe("'self' 'sha256-x' https://apps.paidy.com")
  expect(paidy['frame-src']).toBe("'self' https://*.paidy.com")
})

it("lets pages ask Firebase for a token, where it takes Web Push's place", () => {
  const fcm = {
    FCM_SERVICE_ACCOUNT_FILE: 'account.json',
    FCM_VAPID_KEY: 'a',
    FCM_API_KEY: 'b',
    FCM_MESSAGING_SENDER_ID: 'c',
    FCM_APP_ID: 'd',
  }
  expect(policyOf(fcm)['connect-src']).toContain('https://fcmregistrations.googleapis.com')
  expect(policyOf(fcm)['script-src']).toBe("'self' 'sha256-x'")
})
