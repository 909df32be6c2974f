import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, points, success } from '#contract/core/shared.ts'

/** Digits of a code, and how long it can be given. */
export const phoneCodeDigits = 6
export const phoneCodeLifeMs = 10 * 60_000
/** product.md 6.5: what the first verified number of an account gives, once a number ever. */
export const phoneBonusPoints = 200

const seconds = z.int().check(z.nonnegative())

/** A code on its way to a number. */
const pendingCode = z.object({
  /** 090-••••-5678 */
  maskedNumber: z.string(),
  expiresInSec: seconds,
  /** Until the next code may be asked for. */
  resendInSec: seconds,
})

const verifiedPhone = z.object({ maskedNumber: z.string(), verifiedAt: instant })

export const phoneStatus = z.object({
  /** Null while the account has no verified number. */
  phone: z.nullable(verifiedPhone),
  /** Null while no code can be typed in. */
  pending: z.nullable(pendingCode),
  /** Whether SMS can be sent at all. */
  canSend: z.boolean(),
  /** What this account may still be given for its first number; 0 once it was. */
  bonusPoints: points,
})
export type PhoneStatus = z.infer<typeof phoneStatus>

export const phoneEndpoints = {
  sendPhoneAuthCode: defineEndpoint({
    method: 'POST',
    path: '/api/auth/send-phone-auth-code',
    access: 'provenSession',
    summary: 'Texts a code to a Japanese mobile number; the answer is the same when another account has it',
    input: z.object({ phoneNumber: z.string().check(z.maxLength(40)) }),
    output: z.object({ type: success, pending: pendingCode }),
    refusals: ['smsUnavailable', 'phoneNumberWrong', 'phoneVerifiedAlready', 'phoneCodeTooOften'],
  }),
  verifyPhoneAuthCode: defineEndpoint({
    method: 'POST',
    path: '/api/auth/verify-phone-auth-code',
    access: 'provenSession',
    summary: "Makes the number the account's by its code; the session goes on under a new cookie and token",
    input: z.object({ code: z.string().check(z.maxLength(40)) }),
    output: z.object({ type: success, phone: verifiedPhone, grantedPoints: points }),
    refusals: ['phoneCodeMalformed', 'phoneCodeWrong', 'phoneCodeGone', 'phoneTaken'],
  }),
  getPhoneNumber: defineEndpoint({
    method: 'POST',
    path: '/api/get-phone-number',
    access: 'session',
    summary: "The account's verified number, masked, and the code on its way to one",
    input: nothing,
    output: z.object({ type: success, phoneStatus }),
    refusals: [],
  }),
  removePhoneNumber: defineEndpoint({
    method: 'POST',
    path: '/api/remove-phone-number',
    access: 'provenSession',
    summary: 'Takes the number away from the account; without one it does nothing',
    input: nothing,
    output: done,
    refusals: [],
  }),
}
