import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { commandId, instant, points, success } from '#contract/core/shared.ts'

/** The client's heartbeat while a call is metered (product.md 3.7). It charges nothing. */
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
  /** False while the meter is paused: before the first picture, while reconnecting, and while nothing is sent. */
  running: z.boolean(),
  /** Milliseconds of the free look that a visit of a live room has left: the meter begins after them. */
  freeMsLeft: z.optional(z.int()),
  /** What the next increment costs, per minute. */
  currentPointsPerMin: z.int(),
})
export type MeterReading = z.infer<typeof payOutput>

export const payCallPointEndpoints = {
  payVideoCallPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-video-call-point',
    access: 'session',
    summary: "A video call's meter heartbeat; idempotent",
    input: payInput,
    output: payOutput,
    refusals: ['notFound', 'callGone', 'callWrongKind'],
  }),
  payLivePoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-live-point',
    access: 'session',
    summary: "A live call's meter heartbeat; idempotent",
    input: payInput,
    output: payOutput,
    refusals: ['notFound', 'callGone', 'callWrongKind'],
  }),
  paySideWatchPoint: defineEndpoint({
    method: 'POST',
    path: '/api/pay-side-watch-point',
    access: 'session',
    summary: "A visit's meter heartbeat; idempotent. A free look has none",
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
