export interface Sms {
  /** E.164, as +819012345678. */
  to: string
  text: string
}

/**
 * How a try ended. `sent`: the service has taken it over. `refused`: it never will, the number can't be texted. `later`:
 * nobody answered, the service asked for patience, or our own account there is at fault.
 */
export type SmsOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

/** Sends SMS. Never throws; a try ends within 30 s. */
export interface SmsSender {
  send(sms: Sms): Promise<SmsOutcome>
}
