import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, lotKinds, nothing, points, success } from '#contract/core/shared.ts'

/** product.md 3.2 and 3.4: charged by increments of 6 s; a rate is a multiple of 10 points per minute. */
export const incrementMs = 6_000
export const incrementsPerMinute = 10
/** product.md 3.7: the warning comes when 60 s or less are funded. */
export const lowFundsWarningMs = 60_000
/** product.md 6.2: points expire this long after their issue. */
export const pointsValidDays = 180
/** product.md 6.5: free points of a registration, once per device and capped by address. */
export const registrationBonusPoints = 300

export const walletLot = z.object({ kind: z.enum(lotKinds), remaining: points, expiresAt: instant })

export const pointMovement = z.object({
  /** The newest of its transfers; it grows with time. */
  id: z.int(),
  /** Why points moved, as the ledger names it: call, purchase, expiry … */
  purpose: z.string(),
  at: instant,
  /** Negative: spent. */
  points: z.int(),
  /** The receipt's id of a call; null for what wasn't a call. */
  callId: z.nullable(z.string()),
  /** Null for what wasn't a purchase. */
  orderId: z.nullable(commandId),
  /** The receipt's id of a purchase in the gallery; null for what wasn't one. */
  galleryReceiptId: z.nullable(z.int()),
})
export type PointMovement = z.infer<typeof pointMovement>

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
  getPointHistory: defineEndpoint({
    method: 'POST',
    path: '/api/get-point-history',
    access: 'session',
    summary: "What came into the member's wallet and left it, newest first; a call or a purchase is one line",
    input: z.object({
      /** Only what is older: `next` of the page before. */
      beforeId: z.optional(z.int().check(z.minimum(1))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
    }),
    output: z.object({ type: success, movements: z.array(pointMovement), next: z.nullable(z.int()) }),
    refusals: [],
  }),
}

/** Socket event, server to one member: the balance changed. */
export const pointChanged = z.object({ point: points })
