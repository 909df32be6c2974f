import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** What people, forms and address books write between the digits. */
const between = /[\s().・‐‑‒–—―−ー~-]/gu
const abroad = /^\+810?/
/**
 * Japan's mobile numbers: 060, 070, 080 or 090 and eight digits, the first of which is no 0 (0800 is toll-free). Numbers
 * that are charged to whoever calls or texts them (0990, 0570, abroad) thereby get no text from us.
 */
const mobile = /^0[6789]0[1-9]\d{7}$/

/**
 * A mobile number in the one spelling that accounts are told apart by, 11 digits: full-width digits, hyphens, spaces,
 * brackets and +81 are folded.
 */
export const readPhoneNumber = (written: string): string | Refusal<'phoneNumberWrong'> => {
  const number = written.normalize('NFKC').replace(between, '').replace(abroad, '0')
  return mobile.test(number) ? number : refuse('phoneNumberWrong')
}

/** As SMS services take it. */
export const internationalNumber = (number: string): string => `+81${number.slice(1)}`

/** As a screen shows it: enough for its owner to know it by. */
export const maskedPhoneNumber = (number: string): string => `${number.slice(0, 3)}-••••-${number.slice(-4)}`
