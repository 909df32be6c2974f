export interface Mail {
  /** Names this mail for good: the same mail sent twice carries one Message-ID. */
  id: string
  /** One plain address. */
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/**
 * How an attempt ended. `sent`: a server accepted the mail. `refused`: it never will, because the address is wrong.
 * `later`: no server answered, or the server asked for a later attempt.
 */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

/** Sends mail. Never throws; a try ends within 30 s. */
export interface MailSender {
  send(mail: Mail): Promise<MailOutcome>
  /** Closes its open connections. */
  stop(): void
}
