import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { instant, lotKinds, nothing, points, success } from '#contract/core/shared.ts'

/** product.md 3.4: charged by increments of 6 s; a rate is a multiple of 10 points per minute. */
export const incrementMs = 6_000
export const incrementsPerMinute = 10
/** product.md 3.7: the warning comes when 60 s or less are funded. */
export const lowFundsWarningMs = 60_000
/** product.md 6.2: points expire this long after their issue. */
export const pointsValidDays = 180
/** product.md 6.5: free points of a registration, once per device and capped by address. */
export const registrationBonusPoints = 300

export const walletLot = z.object({ kind: z.enum(lotKinds), remaining: points, expiresAt: instant })

export const pointsEndpoints = {
  getMyPoint: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-point',
    access: 'session',
    summary: 'The balance, less what a running call has used in whole increments',
    input: nothing,
    output: z.object({ type: success, point: points }),
    refusals: [],
  }),
  getMyWallet: defineEndpoint({
    method: 'POST',
    path: '/api/get-my-wallet',
    access: 'session',
    summary: 'The balance by lot, in the order in which lots are spent; for a broadcaster also the earnings',
    input: nothing,
    output: z.object({
      type: success,
      point: points,
      held: points,
      lots: z.array(walletLot),
      earnings: z.nullable(z.object({ point: points })),
    }),
    refusals: [],
  }),
}

/** Socket event, server to one member: the balance changed. */
export const pointChanged = z.object({ point: points })
