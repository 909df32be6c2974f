import { phoneCodeDigits } from '#contract/account/phone.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'
import type { RateLimit } from '#domain/safety/rate-limit.ts'

/** Five attempts a code, counted before the digits are compared. */
export const phoneCodeTriesMax = 5

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long a requested code counts. */
export const phoneCodesWindowMs = 24 * hourMs

/**
 * How many codes may be requested. The limit of a number protects a stranger's phone; the limits of an
 * account and of a network protect our bill from people who earn from texts. A text takes up to a minute to
 * arrive, hence the minute between two codes of an account.
 */
export const phoneCodeLimits = {
  number: [
    { max: 3, windowMs: hourMs },
    { max: 6, windowMs: phoneCodesWindowMs },
  ],
  account: [
    { max: 1, windowMs: minuteMs },
    { max: 5, windowMs: phoneCodesWindowMs },
  ],
  network: [{ max: 20, windowMs: hourMs }],
} as const satisfies Record<string, readonly RateLimit[]>

/**
 * When the next code fits into these limits: a time in the past when it fits now.
 * @param sentAtMs of the codes so far, newest first
 */
export const nextCodeAtMs = (limits: readonly RateLimit[], sentAtMs: readonly number[]): number =>
  Math.max(0, ...limits.map(({ max, windowMs }) => (sentAtMs[max - 1] ?? -windowMs) + windowMs))

const digits = new RegExp(`^\\d{${phoneCodeDigits}}$`)

/** The digits of a code for the comparison: full-width digits, spaces and hyphens are folded. */
export const readPhoneCode = (written: string): string | Refusal<'phoneCodeMalformed'> => {
  const code = written.normalize('NFKC').replace(/[\s‐−ー-]/gu, '')
  return digits.test(code) ? code : refuse('phoneCodeMalformed')
}
