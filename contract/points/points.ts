import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, nothing, points, success } from '#contract/core/shared.ts'

/** product.md 3: charged by increments of 6 s; a rate is a multiple of 10 points per minute. */
export const incrementMs = 6_000
export const incrementsPerMinute = 10
/** product.md 3: the warning comes when 60 s or less are funded. */
export const lowFundsWarningMs = 60_000

export const lotKinds = ['free', 'paid'] as const
export type LotKind = (typeof lotKinds)[number]

export const walletLot = z.object({ kind: z.enum(lotKinds), remaining: points, expiresAt: instant })

/** The client's heartbeat while a call is metered (product.md 3, Money). It charges nothing. */
const payInput = z.object({ callId: commandId, requestId: commandId })
const payOutput = z.object({
  type: success,
  /** Points left after what this call has used so far, in whole increments. */
  point: points,
  /** When the money ends if the meter runs on without a pause; the whole balance counts. */
  fundedUntil: instant,
  /** Points this call has charged so far. */
  charged: points,
  /** Chargeable milliseconds so far and still funded, by the media process's clock. */
  chargedMs: z.int(),
  fundedMsLeft: z.int(),
  /** False while reconnecting or before the first picture: the meter stands still. */
  running: z.boolean(),
})
export type MeterReading = z.infer<typeof payOutput>

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
    summary: 'The balance by lot, in the order in which lots are spent; for a broadcaster also her earnings',
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
  payVideoCallPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-video-call-point',
    access: 'session',
    summary: "A video call's meter heartbeat; idempotent",
    input: payInput,
    output: payOutput,
    refusals: ['notFound', 'callGone', 'callWrongKind'],
  }),
  payVoiceCallPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-voice-call-point',
    access: 'session',
    summary: "A voice call's meter heartbeat; idempotent",
    input: payInput,
    output: payOutput,
    refusals: ['notFound', 'callGone', 'callWrongKind'],
  }),
}

/** Socket event, server to one member: the balance changed. */
export const pointChanged = z.object({ point: points })
