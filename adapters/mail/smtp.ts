import { createTransport } from 'nodemailer'
import type { Mail, MailOutcome, MailSender } from './port.ts'

export interface SmtpSettings {
  /** smtp://… or smtps://…, with the account where one is needed. */
  url: string
  /** What members read as its sender: an address, or 名前 <address>. */
  from: string
}

/** A part of a try; several of them stay within the port's 30 s. */
const stepTimeoutMs = 8_000
const connectionsMax = 2

/** A server's message may quote the address, so only its code is reported. */
const reasonOf = (error: unknown): { code: number | null; reason: string } => {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return { code: responseCode ?? null, reason: String(responseCode ?? code ?? 'unknown') }
}

/** RFC 5321 4.2.1: 5yz is a permanent no. A wrong password of ours (535) isn't the mail's fault. */
const isPermanent = (code: number | null): boolean => code !== null && code >= 550 && code < 560

export const createSmtp = ({ url, from }: SmtpSettings): MailSender => {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: connectionsMax,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
      dnsTimeout: stepTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = new URL(url).hostname
  return {
    send: async ({ id, to, subject, text }: Mail): Promise<MailOutcome> => {
      try {
        await transport.sendMail({
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${host}>`,
          // An automatic reply must not answer this mail (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { outcome: 'sent' }
      } catch (error) {
        const { code, reason } = reasonOf(error)
        return { outcome: isPermanent(code) ? 'refused' : 'later', reason }
      }
    },
    stop: () => transport.close(),
  }
}
