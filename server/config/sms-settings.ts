import * as z from 'zod/mini'
import type { TwilioSettings } from '#adapters/sms/twilio.ts'
import { together } from './settings-together.ts'

/** Twilio's Messages; in the demo the operator's outbox stands in its place. */
export const smsSettings = {
  TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-f]{32}$/))),
  TWILIO_AUTH_TOKEN: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
  /** The sender members read: a number of ours, up to 11 letters and digits, or a messaging service's id. */
  TWILIO_FROM: z.optional(
    z.string().check(z.regex(/^(\+\d{8,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/)),
  ),
  /** Another address than the service's own, for tests. */
  TWILIO_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
}

const schema = z.object(smsSettings)

export const smsExpectations = {
  TWILIO_ACCOUNT_SID: 'AC で始まる34文字のAccount SID',
  TWILIO_AUTH_TOKEN: '16文字以上の文字列',
  TWILIO_FROM: '+81… の形の電話番号、11文字以内の英数字、または MG で始まるMessaging Service SID',
  TWILIO_API_URL: 'https://… の形のURL',
} as const

/** Whose values are never shown. */
export const smsSecrets = ['TWILIO_AUTH_TOKEN'] as const

/** Undefined without a service. Refuses with `ConfigError` what is set up by half. */
export const twilioSettingsIn = (value: z.infer<typeof schema>): TwilioSettings | undefined => {
  const given = together(value, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])
  return (
    given && {
      accountSid: given.TWILIO_ACCOUNT_SID,
      authToken: given.TWILIO_AUTH_TOKEN,
      from: given.TWILIO_FROM,
      baseUrl: value.TWILIO_API_URL,
    }
  )
}
