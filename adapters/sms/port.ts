export interface Sms {
  /** E.164, as +819012345678. */
  to: string
  text: string
}

/**
 * How an attempt ended. `sent`: the service accepted the text. `refused`: it never will, the number can't be texted.
 * `later`: no answer, a request to wait, or a fault of our own account there.
 */
export type SmsOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

/** Sends SMS. Never throws; a try ends within 30 s. */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>
}
