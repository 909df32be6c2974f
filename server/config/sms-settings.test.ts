import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const whole = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'f'.repeat(32),
  TWILIO_FROM: '+815012345678',
}

it('without a service there are no Twilio settings', () => {
  expect(readConfig({}).twilio).toBeUndefined()
})

it.each(['+815012345678', 'Koyoi', `MG${'0'.repeat(32)}`])('accepts %s as the sender', (from) => {
  expect(readConfig({ ...whole, TWILIO_FROM: from }).twilio).toMatchObject({
    accountSid: whole.TWILIO_ACCOUNT_SID,
    authToken: whole.TWILIO_AUTH_TOKEN,
    from,
  })
})

it.each(Object.keys(whole))('a half set up service stops the start: %s is missing', (name) => {
  expect(() => readConfig({ ...whole, [name]: undefined })).toThrow(name)
})

it.each([
  ['TWILIO_ACCOUNT_SID', 'SK0123'],
  ['TWILIO_FROM', '090-1234-5678'],
  ['TWILIO_FROM', '12345'],
  ['TWILIO_API_URL', 'ftp://example'],
])('%s "%s" stops the start', (name, value) => {
  expect(() => readConfig({ ...whole, [name]: value })).toThrow(name)
})

it('an error never shows a refused token', () => {
  expect(() => readConfig({ ...whole, TWILIO_AUTH_TOKEN: 'short-secret' })).toThrow(/^(?!.*short-secret)/)
})
