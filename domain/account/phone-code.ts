import { phoneCodeDigits } from '#contract/account/phone.ts'
import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** Issue 7: five tries a code; counted before the digits are looked at. */
export const phoneCodeTriesMax = 5

interface Share {
  max: number
  windowMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** How long a code that was asked for counts. */
export const phoneCodesCountedMs = 24 * hourMs

/**
 * How many codes may be asked for. A number's share keeps a stranger's phone quiet, an account's and a network's keep
 * our bill from who sends texts for their price. A minute between two of an account is what a text takes to arrive.
 */
export const phoneCodeShares = {
  number: [
    { max: 3, windowMs: hourMs },
    { max: 6, windowMs: phoneCodesCountedMs },
  ],
  account: [
    { max: 1, windowMs: minuteMs },
    { max: 5, windowMs: phoneCodesCountedMs },
  ],
  network: [{ max: 20, windowMs: hourMs }],
} as const satisfies Record<string, readonly Share[]>

/**
 * When the next code fits into these shares: a time that is past when it does now.
 * @param sentAtMs of the codes so far, newest first
 */
export const nextCodeAtMs = (shares: readonly Share[], sentAtMs: readonly number[]): number =>
  Math.max(0, ...shares.map(({ max, windowMs }) => (sentAtMs[max - 1] ?? -windowMs) + windowMs))

const digits = new RegExp(`^\\d{${phoneCodeDigits}}$`)

/** The digits of a code as it is compared: full-width ones, spaces and hyphens are folded. */
export const readPhoneCode = (written: string): string | Refusal<'phoneCodeMalformed'> => {
  const code = written.normalize('NFKC').replace(/[\s‐−ー-]/gu, '')
  return digits.test(code) ? code : refuse('phoneCodeMalformed')
}
