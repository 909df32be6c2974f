import * as z from 'zod/mini'
import type { SmtpSettings } from '#adapters/mail/smtp.ts'
import { defineSettings, together } from './define-settings.ts'

/** An SMTP server that accepts our mail. */
export const mailSettings = defineSettings({
  schema: {
    /** smtp://user:password@host:port or smtps://… */
    SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
    /** The address in the contact modal. */
    SUPPORT_MAIL: z._default(z.string().check(z.regex(/^[^\s<>@?&]+@[^\s<>@?&]+$/)), 'support@koyoi.example'),
    /** The sender members read: an address, or 名前 <address>. */
    MAIL_FROM: z.optional(z.string().check(z.regex(/^([^<>\r\n]{1,100} <)?[^\s<>@]+@[^\s<>@]+>?$/))),
  },
  expectations: {
    SMTP_URL: 'smtp://… か smtps://… の形のURL',
    SUPPORT_MAIL: 'メールアドレスの形',
    MAIL_FROM: 'メールアドレス、または「名前 <メールアドレス>」の形',
  },
  secrets: ['SMTP_URL'],
  /** Links in mails lead to PUBLIC_URL, which has to be set: the host of a request is never believed for them. */
  read: (value): MailSettings => {
    const given = together(value, ['SMTP_URL', 'MAIL_FROM'], ['PUBLIC_URL'])
    return {
      smtp: given && { url: given.SMTP_URL, from: given.MAIL_FROM },
      supportMail: value.SUPPORT_MAIL,
    }
  },
})

interface MailSettings {
  /** Undefined: in the demo the operators' outbox shows the mail, elsewhere none is sent. */
  smtp: SmtpSettings | undefined
  /** The address members write to. */
  supportMail: string
}
