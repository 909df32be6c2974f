import * as z from 'zod/mini'
import { ConfigError } from './config-error.ts'
import { together } from './settings-together.ts'

/** Sign-in with Google: there where it is set up. */
export const googleSettings = {
  GOOGLE_CLIENT_ID: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  GOOGLE_CLIENT_SECRET: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Another OpenID provider in Google's place, for tests. */
  GOOGLE_ISSUER: z._default(z.url({ protocol: /^https?$/ }), 'https://accounts.google.com'),
}

const schema = z.object(googleSettings)

export const googleExpectations = {
  GOOGLE_CLIENT_ID: '200文字以下の文字列',
  GOOGLE_CLIENT_SECRET: '200文字以下の文字列',
  GOOGLE_ISSUER: 'https://… の形のURL',
} as const

/** Whose values are never shown. */
export const googleSecrets = ['GOOGLE_CLIENT_SECRET'] as const

export interface GoogleSettings {
  clientId: string
  clientSecret: string
  issuer: string
}

/** Undefined: nobody signs in by Google. Refuses with `ConfigError` what is set up by half, and an issuer in the clear. */
export const googleSettingsIn = (
  value: z.infer<typeof schema> & { PUBLIC_URL?: string | undefined; NODE_ENV: string },
): GoogleSettings | undefined => {
  if (value.GOOGLE_ISSUER.startsWith('http:') && value.NODE_ENV !== 'test')
    throw new ConfigError(
      `設定 GOOGLE_ISSUER の値 "${value.GOOGLE_ISSUER}" は使えません（${googleExpectations.GOOGLE_ISSUER}にしてください）。`,
    )
  const given = together(value, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], ['PUBLIC_URL'])
  return (
    given && {
      clientId: given.GOOGLE_CLIENT_ID,
      clientSecret: given.GOOGLE_CLIENT_SECRET,
      issuer: value.GOOGLE_ISSUER,
    }
  )
}
