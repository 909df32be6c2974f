import * as z from 'zod/mini'
import type { SmtpSettings } from '#adapters/mail/smtp.ts'
import { together } from './settings-together.ts'

/** A server that takes mail over; in the demo the operator's outbox stands in its place. */
export const mailSettings = {
  /** smtp://user:password@host:port or smtps://… */
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  /** Whom members write to from the contact modal. */
  SUPPORT_MAIL: z._default(z.string().check(z.regex(/^[^\s<>@?&]+@[^\s<>@?&]+$/)), 'support@koyoi.example'),
  /** The sender members read: an address, or 名前 <address>. */
  MAIL_FROM: z.optional(z.string().check(z.regex(/^([^<>\r\n]{1,100} <)?[^\s<>@]+@[^\s<>@]+>?$/))),
}

const schema = z.object(mailSettings)

export const mailExpectations = {
  SMTP_URL: 'smtp://… か smtps://… の形のURL',
  SUPPORT_MAIL: 'メールアドレスの形',
  MAIL_FROM: 'メールアドレス、または「名前 <メールアドレス>」の形',
} as const

/** Whose values are never shown. */
export const mailSecrets = ['SMTP_URL'] as const

/**
 * Undefined without a server. The links in mails lead to PUBLIC_URL: no request's own host is believed for them.
 * Refuses with `ConfigError` what is set up by half.
 */
export const smtpSettingsIn = (
  value: z.infer<typeof schema> & { PUBLIC_URL?: string | undefined },
): SmtpSettings | undefined => {
  const given = together(value, ['SMTP_URL', 'MAIL_FROM'], ['PUBLIC_URL'])
  return given && { url: given.SMTP_URL, from: given.MAIL_FROM }
}
