import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, nothing, points, success } from '#contract/core/shared.ts'

/** 凍結, 保留中, 支払い可能, 申請中, 支払い済み, 取り消し, 返還済み: the states of earnings. */
export const earningStates = [
  'frozen',
  'pending',
  'payable',
  'requested',
  'paid',
  'taken',
  'returned',
] as const
export type EarningState = (typeof earningStates)[number]

/** A Japanese calendar month: 2026-11. */
export const calendarMonth = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/))

export const earningLine = z.object({
  /** Grows with time. */
  id: z.int(),
  /** The receipt's id; null for what wasn't a call. */
  callId: z.nullable(commandId),
  /** Null for what wasn't a call; `purpose` says what it was. */
  kind: z.nullable(z.enum(callKinds)),
  purpose: z.string(),
  earnedAt: instant,
  /** How long the call was, as its receipt says; null for what wasn't a call. */
  connectedSec: z.nullable(z.int()),
  /** What the caller paid, by the kind of points, less what was returned to the caller at the broadcaster's cost. */
  freePoints: points,
  paidPoints: points,
  /** The broadcaster's share of it. */
  earned: points,
  state: z.enum(earningStates),
  /** When the last of it becomes payable; null when nothing is pending, or when it waits for a purchase. */
  payableAt: z.nullable(instant),
  /** Part of it comes from free points of somebody who hasn't bought any yet. */
  waitsForPurchase: z.boolean(),
})
export type EarningLine = z.infer<typeof earningLine>

/** The broadcaster's balance by state, in points; one point is one yen. */
export const earningSummary = z.object({
  payable: points,
  pending: points,
  frozen: points,
  requested: points,
  /** Over all time. */
  paid: points,
  /** Paid out and returned since: comes off the next payout. */
  owed: points,
  nextPayableAt: z.nullable(instant),
})
export type EarningSummary = z.infer<typeof earningSummary>

/** The month's movements of the broadcaster's account: opening + earned - returned - taken - settled - paidOut = closing. */
export const earningStatement = z.object({
  opening: points,
  earned: points,
  /** Returned to callers. */
  returned: points,
  /** Lost to chargebacks. */
  taken: points,
  /** Paid towards a debt. */
  settled: points,
  paidOut: points,
  closing: points,
  /** The debt beyond the closing balance. */
  debt: points,
})
export type EarningStatement = z.infer<typeof earningStatement>

export const earningLinesPerPageMax = 1_000

export const earningsEndpoints = {
  getEarnings: defineEndpoint({
    method: 'POST',
    path: '/api/get-earnings',
    access: 'session',
    summary: "A broadcaster's earnings by state, and the months there are statements of, newest first",
    input: nothing,
    output: z.object({ type: success, summary: earningSummary, months: z.array(calendarMonth) }),
    refusals: [],
  }),
  getEarningLines: defineEndpoint({
    method: 'POST',
    path: '/api/get-earning-lines',
    access: 'session',
    summary: "The broadcaster's earnings, one line a call or payment, newest first",
    input: z.object({
      month: z.optional(calendarMonth),
      beforeId: z.optional(z.int()),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(earningLinesPerPageMax)), 20),
    }),
    output: z.object({ type: success, lines: z.array(earningLine), more: z.boolean() }),
    refusals: [],
  }),
  getEarningStatement: defineEndpoint({
    method: 'POST',
    path: '/api/get-earning-statement',
    access: 'session',
    summary: 'The statement of a Japanese calendar month',
    input: z.object({ month: calendarMonth }),
    output: z.object({ type: success, statement: earningStatement }),
    refusals: [],
  }),
}
