import * as z from 'zod/mini'
import { defineSettings } from './define-settings.ts'

/** Who may come in, and which services learn of visitors: all of it is off unless it is set. */
export const audienceSettings = defineSettings({
  schema: {
    /** Whether visitors state their age before they see anything (product.md 1.5). */
    AGE_GATE: z._default(z.stringbool(), false),
    /** A Google Analytics 4 data stream. */
    ANALYTICS_MEASUREMENT_ID: z.optional(z.string().check(z.regex(/^G-[A-Z0-9]{4,20}$/))),
    /** The campaigns' host, which is notified of each registration. */
    CONVERSION_POSTBACK_URL: z.optional(z.url({ protocol: /^https?$/ })),
    /** A service that answers visitors' browsers with their IP address. The content security policy names its host. */
    IP_LOOKUP_URL: z.optional(
      z.url({ protocol: /^https$/, hostname: z.regexes.domain }).check(z.refine((url) => !url.includes('@'))),
    ),
  },
  expectations: {
    AGE_GATE: 'true か false',
    ANALYTICS_MEASUREMENT_ID: 'G-XXXXXXXXXX の形の測定ID',
    CONVERSION_POSTBACK_URL: 'https://… の形のURL',
    IP_LOOKUP_URL: 'https://ホスト名/… の形のURL',
  },
  // Its query may hold a key.
  secrets: ['CONVERSION_POSTBACK_URL'],
  read: (value, isDemo): { audience: AudienceSettings } => ({
    audience: {
      ageGate: value.AGE_GATE,
      analytics:
        value.ANALYTICS_MEASUREMENT_ID === undefined || isDemo
          ? undefined
          : { measurementId: value.ANALYTICS_MEASUREMENT_ID },
      conversionPostbackUrl: value.CONVERSION_POSTBACK_URL,
      ipLookupUrl: value.IP_LOOKUP_URL,
    },
  }),
})

interface AudienceSettings {
  ageGate: boolean
  /** Undefined: no analytics, as always in the demo. */
  analytics: { measurementId: string } | undefined
  /** Undefined: no host is notified. */
  conversionPostbackUrl: string | undefined
  /** Undefined: our own server answers with a visitor's address. */
  ipLookupUrl: string | undefined
}
