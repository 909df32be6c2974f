import type { SmsSender } from '#adapters/sms/port.ts'
import { createTwilio } from '#adapters/sms/twilio.ts'
import type { Config } from '#server/config/config.ts'

export interface Texting extends SmsSender {
  /** Whether SMS reach anybody at all; what needs them refuses with `smsUnavailable` where they don't. */
  isThere: boolean
  /** The demo has no service: what would be sent stays readable to its operator. */
  keepsText: boolean
}

/** Twilio where it is configured. The demo keeps its SMS instead; anywhere else there are none. */
export const openTexting = ({ twilio, demo }: Pick<Config, 'twilio' | 'demo'>): Texting => {
  if (twilio) return { ...createTwilio(twilio), isThere: true, keepsText: false }
  if (demo) return { isThere: true, keepsText: true, send: async () => ({ outcome: 'sent' }) }
  return { isThere: false, keepsText: false, send: async () => ({ outcome: 'later', reason: 'noService' }) }
}
