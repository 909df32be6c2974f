import type { MailSender } from '#adapters/mail/port.ts'
import { createSmtp } from '#adapters/mail/smtp.ts'
import type { Config } from '#server/config/config.ts'

export interface Mailer extends MailSender {
  /** Whether mail can be sent at all; without it, actions that need mail refuse with `mailUnavailable`. */
  isThere: boolean
  /** The demo has no server: its operator reads the stored mail instead. */
  keepsText: boolean
}

const nothingToStop = () => undefined

/** SMTP where a server is configured. The demo stores its mail instead; anywhere else there is none. */
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
