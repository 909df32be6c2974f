import { type Refusal, refuse } from '#contract/core/refusal.ts'

/** What people, forms and address books write between the digits. */
const between = /[\s().・‐‑‒–—―−ー~-]/gu
const abroad = /^\+810?/
/**
 * Japan's mobile numbers: 060, 070, 080 or 090 and eight digits, the first of which isn't 0 (0800 is
 * toll-free). Numbers that charge for calls or texts to them (0990, 0570, abroad) therefore get no text from
 * us.
 */
const mobile = /^0[6789]0[1-9]\d{7}$/

/**
 * A mobile number in the one spelling that identifies it, 11 digits: full-width digits, hyphens, spaces,
 * brackets and +81 are folded.
 */
export const readPhoneNumber = (written: string): string | Refusal<'phoneNumberWrong'> => {
  const number = written.normalize('NFKC').replace(between, '').replace(abroad, '0')
  return mobile.test(number) ? number : refuse('phoneNumberWrong')
}

/** The format of SMS services. */
export const internationalNumber = (number: string): string => `+81${number.slice(1)}`

/** The format of screens: enough for its owner to recognise. */
export const maskedPhoneNumber = (number: string): string => `${number.slice(0, 3)}-••••-${number.slice(-4)}`
