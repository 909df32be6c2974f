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
 * How a try ended. `sent`: a server has taken it over. `refused`: it never will; the address is wrong. `later`: nobody
 * answered, or the server asked for patience.
 */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

/** Sends mail. Never throws; a try ends within 30 s. */
export interface MailSender {
  send(mail: Mail): Promise<MailOutcome>
  /** Closes the connections it keeps. */
  stop(): void
}
