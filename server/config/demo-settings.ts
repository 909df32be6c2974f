import * as z from 'zod/mini'
import { defineSettings } from './define-settings.ts'

/** What of the demo can be left out. Whether there is a demo at all is decided with the payments. */
export const demoSettings = defineSettings({
  schema: {
    DEMO_LIVE: z._default(z.stringbool(), true),
  },
  expectations: {
    DEMO_LIVE: 'true か false',
  },
  secrets: [],
  read: (value, isDemo): { demoLive: boolean } => ({ demoLive: isDemo && value.DEMO_LIVE }),
})
