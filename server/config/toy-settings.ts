import * as z from 'zod/mini'
import type { LovenseSettings } from '#adapters/toys/lovense.ts'
import { defineSettings } from './define-settings.ts'

/** The devices behind toy menus. Operators switch them on in the console as well. */
export const toySettings = defineSettings({
  schema: {
    LOVENSE_TOKEN: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
    /** Another address than the service's own, for tests. */
    LOVENSE_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
  },
  expectations: {
    LOVENSE_TOKEN: '16文字以上の文字列',
    LOVENSE_API_URL: 'https://… の形のURL',
  },
  secrets: ['LOVENSE_TOKEN'],
  read: (value): ToySettings => ({
    lovense: value.LOVENSE_TOKEN ? { token: value.LOVENSE_TOKEN, baseUrl: value.LOVENSE_API_URL } : undefined,
  }),
})

interface ToySettings {
  /** Undefined: in the demo and in development a simulated device, elsewhere broadcasters acknowledge orders. */
  lovense: LovenseSettings | undefined
}
