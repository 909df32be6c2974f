import * as z from 'zod/mini'
import type { CounterApiSettings } from '#adapters/shipping/counter-api.ts'
import { defineSettings, together } from './define-settings.ts'

/** The gateway to the counters of Yamato and Japan Post. */
export const shippingSettings = defineSettings({
  schema: {
    SHIPPING_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
    SHIPPING_API_KEY: z.optional(z.string().check(z.minLength(16), z.maxLength(200))),
  },
  expectations: {
    SHIPPING_API_URL: 'https://… の形のURL',
    SHIPPING_API_KEY: '16文字以上の文字列',
  },
  secrets: ['SHIPPING_API_KEY'],
  read: (value): ShippingSettings => {
    const given = together(value, ['SHIPPING_API_URL', 'SHIPPING_API_KEY'])
    return { shipping: given && { baseUrl: given.SHIPPING_API_URL, key: given.SHIPPING_API_KEY } }
  },
})

interface ShippingSettings {
  /** Undefined: the sandbox issues codes that no counter reads. */
  shipping: CounterApiSettings | undefined
}
