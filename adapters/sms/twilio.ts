import * as z from 'zod/mini'
import { failureReason, readJsonAnswer } from '../http/json-answer.ts'
import type { Sms, SmsOutcome, SmsSender } from './port.ts'

export interface TwilioSettings {
  accountSid: string
  authToken: string
  /** A number, a name of letters and digits, or a messaging service's id (MG…). */
  from: string
  /** A stand-in for Twilio's address, in tests. */
  baseUrl?: string | undefined
}

const twilioUrl = 'https://api.twilio.com'
/** From the request to the last byte of its answer. */
const timeoutMs = 8_000

/**
 * Errors that no further attempt can cure, because the number itself is at fault
 * (https://www.twilio.com/docs/api/errors): 21211 is no number, 21214 can't be reached, 21610 opted out, 21612 can't be
 * reached from our sender, 21614 is no mobile number.
 */
const numberAtFault: ReadonlySet<number> = new Set([21211, 21214, 21610, 21612, 21614])

const accepted = z.object({ sid: z.string().check(z.regex(/^(SM|MM)[0-9a-f]{32}$/)), status: z.string() })
const failed = z.object({ code: z.int() })

/** Twilio's Messages resource. Its messages may quote the number: only its codes are reported. */
export const createTwilio = (
  { accountSid, authToken, from, baseUrl = twilioUrl }: TwilioSettings,
  limits: { timeoutMs?: number } = {},
): SmsSender => {
  const url = `${baseUrl.replace(/\/$/, '')}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = /^MG[0-9a-f]{32}$/.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    send: async ({ to, text }: Sms): Promise<SmsOutcome> => {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          headers: { authorization },
          body: new URLSearchParams({ To: to, ...sender, Body: text }),
          signal: AbortSignal.timeout(limits.timeoutMs ?? timeoutMs),
        })
        return outcomeOf(answer.status, await readJsonAnswer(answer))
      } catch (error) {
        return { outcome: 'later', reason: failureReason(error) }
      }
    },
  }
}

const outcomeOf = (status: number, body: unknown): SmsOutcome => {
  if (status >= 200 && status < 300) {
    const parsed = accepted.safeParse(body)
    if (!parsed.success) return { outcome: 'later', reason: 'unreadable' }
    return parsed.data.status === 'failed' ? { outcome: 'refused', reason: 'failed' } : { outcome: 'sent' }
  }
  const failure = failed.safeParse(body)
  const isFinal = status === 400 && failure.success && numberAtFault.has(failure.data.code)
  return {
    outcome: isFinal ? 'refused' : 'later',
    reason: failure.success ? String(failure.data.code) : `status ${status}`,
  }
}
