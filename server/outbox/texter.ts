import type { SmsSender } from '#adapters/sms/port.ts'
import { createTwilio } from '#adapters/sms/twilio.ts'
import type { Config } from '#server/config/config.ts'

export interface Texting extends SmsSender {
  /** Whether SMS can be sent at all; without it, actions that need SMS refuse with `smsUnavailable`. */
  isThere: boolean
  /** The demo has no service: its operator reads the stored SMS instead. */
  keepsText: boolean
}

/** Twilio where it is configured. The demo stores its SMS instead; anywhere else there are none. */
export const openTexting = ({ twilio, demo }: Pick<Config, 'twilio' | 'demo'>): Texting => {
  if (twilio) return { ...createTwilio(twilio), isThere: true, keepsText: false }
  if (demo) return { isThere: true, keepsText: true, send: async () => ({ outcome: 'sent' }) }
  return { isThere: false, keepsText: false, send: async () => ({ outcome: 'later', reason: 'noService' }) }
}
