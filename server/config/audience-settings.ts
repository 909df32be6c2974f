import * as z from 'zod/mini'

/** Who may come in, and who is told that somebody came: nothing of it unless it is set. */
export const audienceSettings = {
  /** Whether visitors are asked their age before they see anything (product.md 1). */
  AGE_GATE: z._default(z.stringbool(), false),
  /** A Google Analytics 4 data stream. */
  ANALYTICS_MEASUREMENT_ID: z.optional(z.string().check(z.regex(/^G-[A-Z0-9]{4,20}$/))),
  /** The campaigns' host, told of each registration. */
  CONVERSION_POSTBACK_URL: z.optional(z.url({ protocol: /^https?$/ })),
  /** A service that answers visitors' browsers with their IP address. Its host stands in the content security policy. */
  IP_LOOKUP_URL: z.optional(
    z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.refine((url) => !url.includes('@'))),
  ),
}

export const audienceExpectations = {
  AGE_GATE: 'true か false',
  ANALYTICS_MEASUREMENT_ID: 'G-XXXXXXXXXX の形の測定ID',
  CONVERSION_POSTBACK_URL: 'https://… の形のURL',
  IP_LOOKUP_URL: 'https://ホスト名/… の形のURL',
} as const satisfies Partial<Record<keyof typeof audienceSettings, string>>

/** Whose values are never shown: its query may hold a key. */
export const audienceSecrets = ['CONVERSION_POSTBACK_URL'] as const

const schema = z.object(audienceSettings)

export interface AudienceSettings {
  ageGate: boolean
  /** Undefined: no analytics, as always in the demo. */
  analytics: { measurementId: string } | undefined
  /** Undefined: nobody is told. */
  conversionPostbackUrl: string | undefined
  /** Undefined: our own server tells a visitor's address. */
  ipLookupUrl: string | undefined
}

export const audienceSettingsIn = (value: z.infer<typeof schema>, hasDemo: boolean): AudienceSettings => ({
  ageGate: value.AGE_GATE,
  analytics:
    value.ANALYTICS_MEASUREMENT_ID === undefined || hasDemo
      ? undefined
      : { measurementId: value.ANALYTICS_MEASUREMENT_ID },
  conversionPostbackUrl: value.CONVERSION_POSTBACK_URL,
  ipLookupUrl: value.IP_LOOKUP_URL,
})
