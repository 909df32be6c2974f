import type { MailSender } from '#adapters/mail/port.ts'
import { createSmtp } from '#adapters/mail/smtp.ts'
import type { Config } from '#server/config/config.ts'

export interface Mailer extends MailSender {
  /** Whether mail reaches anybody at all; what needs it refuses with `mailUnavailable` where it doesn't. */
  isThere: boolean
  /** The demo has no server: what would be sent stays readable to its operator. */
  keepsText: boolean
}

const nothingToStop = () => undefined

/** By SMTP where a server is configured. The demo keeps its mail instead; anywhere else there is none. */
export const openMailer = ({ smtp, demo }: Pick<Config, 'smtp' | 'demo'>): Mailer => {
  if (smtp) return { ...createSmtp(smtp), isThere: true, keepsText: false }
  if (demo)
    return { isThere: true, keepsText: true, send: async () => ({ outcome: 'sent' }), stop: nothingToStop }
  return {
    isThere: false,
    keepsText: false,
    send: async () => ({ outcome: 'later', reason: 'noServer' }),
    stop: nothingToStop,
  }
}
