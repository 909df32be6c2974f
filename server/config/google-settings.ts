import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { defineSettings, together } from './define-settings.ts'

const issuerExpectation = 'https://… の形のURL'

/** Sign-in with Google, which exists where it is set up. */
export const googleSettings = defineSettings({
  schema: {
    GOOGLE_CLIENT_ID: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    GOOGLE_CLIENT_SECRET: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** Another OpenID provider instead of Google, for tests. */
    GOOGLE_ISSUER: z._default(z.url({ protocol: /^https?$/ }), 'https://accounts.google.com'),
  },
  expectations: {
    GOOGLE_CLIENT_ID: '200文字以下の文字列',
    GOOGLE_CLIENT_SECRET: '200文字以下の文字列',
    GOOGLE_ISSUER: issuerExpectation,
  },
  secrets: ['GOOGLE_CLIENT_SECRET'],
  /** Refuses half a setup, and an issuer without TLS outside of tests. */
  read: (value): { google: GoogleSettings | undefined } => {
    if (value.GOOGLE_ISSUER.startsWith('http:') && value.NODE_ENV !== 'test')
      throw new ConfigError(
        `設定 GOOGLE_ISSUER の値 "${value.GOOGLE_ISSUER}" は使えません（${issuerExpectation}にしてください）。`,
      )
    const given = together(value, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['PUBLIC_URL'])
    return {
      google: given && {
        clientId: given.GOOGLE_CLIENT_ID,
        clientSecret: given.GOOGLE_CLIENT_SECRET,
        issuer: value.GOOGLE_ISSUER,
      },
    }
  },
})

/** Undefined in `Config`: there is no sign-in with Google. */
interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
}
