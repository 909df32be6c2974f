import * as z from 'zod/mini'
import type { TwilioSettings } from '#adapters/sms/twilio.ts'
import { defineSettings, together } from './define-settings.ts'

/** Twilio's Messages. */
export const smsSettings = defineSettings({
  schema: {
    TWILIO_ACCOUNT_SID: z.optional(z.string().check(z.regex(/^AC[0-9a-f]{32}$/))),
    TWILIO_AUTH_TOKEN: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
    /** The sender members read: a number of ours, up to 11 letters and digits, or a messaging service's id. */
    TWILIO_FROM: z.optional(
      z.string().check(z.regex(/^(\+\d{8,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/)),
    ),
    /** Another address than the service's own, for tests. */
    TWILIO_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
  },
  expectations: {
    TWILIO_ACCOUNT_SID: 'AC で始まる34文字のAccount SID',
    TWILIO_AUTH_TOKEN: '16文字以上の文字列',
    TWILIO_FROM: '+81… の形の電話番号、11文字以内の英数字、または MG で始まるMessaging Service SID',
    TWILIO_API_URL: 'https://… の形のURL',
  },
  secrets: ['TWILIO_AUTH_TOKEN'],
  read: (value): SmsSettings => {
    const given = together(value, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'])
    return {
      twilio: given && {
        accountSid: given.TWILIO_ACCOUNT_SID,
        authToken: given.TWILIO_AUTH_TOKEN,
        from: given.TWILIO_FROM,
        baseUrl: value.TWILIO_API_URL,
      },
    }
  },
})

interface SmsSettings {
  /** Undefined: in the demo the operators' outbox shows the texts, elsewhere none are sent. */
  twilio: TwilioSettings | undefined
}
