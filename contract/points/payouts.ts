import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, nothing, points, success } from '#contract/core/shared.ts'

/** 申請中, 承認済み, 支払い済み, 差し戻し. */
export const payoutStates = ['requested', 'approved', 'paid', 'refused'] as const
export type PayoutState = (typeof payoutStates)[number]

/** 普通, 当座, 貯蓄. */
export const bankAccountKinds = ['ordinary', 'current', 'savings'] as const
export type BankAccountKind = (typeof bankAccountKinds)[number]

const written = z.string().check(z.maxLength(60))

/** As the broadcaster typed it; domain/points/bank-account.ts says which of it can be used. */
export const bankAccount = z.object({
  bankCode: written,
  bankName: written,
  branchCode: written,
  branchName: written,
  kind: z.enum(bankAccountKinds),
  number: written,
  /** In katakana. */
  holder: written,
})
export type BankAccount = z.infer<typeof bankAccount>
export type BankAccountField = Exclude<keyof BankAccount, 'kind'>

/** What screens show of an account. */
export const maskedBankAccount = z.object({
  bankName: z.string(),
  branchName: z.string(),
  kind: z.enum(bankAccountKinds),
  /** Its last three digits. */
  maskedNumber: z.string(),
  holder: z.string(),
  changedAt: instant,
  /** It took another one's place: no payout can be asked for until then. Null: now. */
  requestsFrom: z.nullable(instant),
})
export type MaskedBankAccount = z.infer<typeof maskedBankAccount>

export const payout = z.object({
  payoutId: commandId,
  points,
  state: z.enum(payoutStates),
  requestedAt: instant,
  /** When it was paid or refused. */
  decidedAt: z.nullable(instant),
  refusedBecause: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

export const payoutsEndpoints = {
  getPayouts: defineEndpoint({
    method: 'POST',
    path: '/api/get-payouts',
    access: 'session',
    summary: "A broadcaster's bank account, masked, and the newest payout requests",
    input: nothing,
    output: z.object({
      type: success,
      account: z.nullable(maskedBankAccount),
      payouts: z.array(payout),
    }),
    refusals: [],
  }),
  savePayoutAccount: defineEndpoint({
    method: 'POST',
    path: '/api/save-payout-account',
    access: 'provenSession',
    summary:
      "Where the broadcaster's payouts go from now on, with a notification of it; an open request keeps the account it was made with",
    input: z.object({ account: bankAccount }),
    output: z.object({ type: success, account: maskedBankAccount }),
    refusals: ['bankAccountWrong'],
  }),
  requestPayout: defineEndpoint({
    method: 'POST',
    path: '/api/request-payout',
    access: 'session',
    summary: 'Asks for everything that is payable; the same id again answers the same request',
    input: z.object({ payoutId: commandId }),
    output: z.object({ type: success, payout }),
    refusals: [
      'payoutTooLittle',
      'payoutOpen',
      'payoutAccountMissing',
      'payoutAccountChanged',
      'idempotencyMismatch',
    ],
  }),
}
