import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, points, success } from '#contract/core/shared.ts'
import { earningSummary } from '#contract/points/earnings.ts'

/** A change of mind is possible for this long; then the person is erased (decision 44). */
export const quitGraceDays = 30
/** The name that everybody sees for a deactivated account, from the first moment on. */
export const leftMemberName = '退会したユーザー'

/** Why somebody leaves. */
export const quitReasons = [
  'notUsing',
  'price',
  'noMatch',
  'trouble',
  'difficult',
  'privacy',
  'other',
] as const
export type QuitReason = (typeof quitReasons)[number]
/** In graphemes. */
export const quitCommentMax = 500

/** What leaving ends, in plain figures. */
export const quitTerms = z.object({
  /** They can't be used any more from now on, and are gone with the erasure. */
  paidPoints: points,
  freePoints: points,
  favourites: z.int(),
  /** A call runs or rings, orders are not finished, a payout is asked for: it must end first. */
  isInCall: z.boolean(),
  openOrders: z.int(),
  hasOpenPayout: z.boolean(),
  /** Null for a member who never earned. The earnings stay the broadcaster's (docs/decisions/0044-leaving.md). */
  earnings: z.nullable(earningSummary),
  /** Whether a recovery method is set up; without one a member who leaves can't return. */
  hasRecoveryMethod: z.boolean(),
  /** Cancelling is possible until then, from now on counted. */
  cancelUntil: instant,
})
export type QuitTerms = z.infer<typeof quitTerms>

/** Where a leave stands that can still be cancelled. */
const deactivation = z.object({
  quitAt: instant,
  cancelUntil: instant,
  /** What would be there again today; some of it may have expired meanwhile. */
  points,
})

export const quitEndpoints = {
  getQuitTerms: defineEndpoint({
    method: 'POST',
    path: '/api/get-quit-terms',
    access: 'session',
    summary: 'What the viewer would lose by leaving, and what prevents it right now',
    input: nothing,
    output: z.object({ type: success, terms: quitTerms }),
    refusals: [],
  }),
  deactivateAccount: defineEndpoint({
    method: 'POST',
    path: '/api/deactivate-account',
    access: 'provenSession',
    takesText: true,
    summary: 'Leaves: closed at once for everybody, every session ends; 30 days later the person is erased',
    input: z.object({
      reason: z.enum(quitReasons),
      comment: z.optional(z.string().check(z.maxLength(8 * quitCommentMax))),
      /** The last button was pressed. */
      confirm: z.literal(true),
      /** The broadcaster has seen the remaining earnings and leaves them here for now. */
      leavesEarnings: z._default(z.boolean(), false),
    }),
    output: z.object({ type: success, cancelUntil: instant }),
    refusals: [
      'demoAccountFixed',
      'quitInCall',
      'quitOrderOpen',
      'quitPayoutOpen',
      'quitEarningsLeft',
      'quitCommentTooLong',
    ],
  }),
  getDeactivation: defineEndpoint({
    method: 'POST',
    path: '/api/get-deactivation',
    access: 'closedSession',
    summary: 'For who has left and signed in again: until when it can be cancelled',
    input: nothing,
    output: z.object({ type: success, deactivation }),
    refusals: [],
  }),
  cancelDeactivation: defineEndpoint({
    method: 'POST',
    path: '/api/cancel-deactivation',
    access: 'closedSession',
    summary: 'Takes leaving back: everything is there again, and the session goes on under a new cookie',
    input: nothing,
    output: done,
    refusals: ['quitFinal'],
  }),
}
