import * as z from 'zod/mini'
import { instant } from '#contract/core/shared.ts'

/** What one side's page says that it sends: false for a muted microphone, and for a camera that is off or missing. */
export const sideSending = z.strictObject({ microphone: z.boolean(), camera: z.boolean() })
export type SideSending = z.infer<typeof sideSending>

/**
 * What a call carries, by what the media server sees. `voice`: a voice call, or a video call without the broadcaster's
 * picture. `nothing`: the broadcaster sends neither, and the meter is paused.
 */
export const callCarries = ['video', 'voice', 'nothing'] as const
export type CallCarries = (typeof callCarries)[number]

/** An unanswered question whether a voice call becomes a video call lapses after this. */
export const videoRequestMs = 30_000

/** The state of a running call that its sides can change. */
export const callLive = z.object({
  /** What the call may carry now; the call's `kind` stays what was dialled. */
  kind: z.enum(['voice', 'video']),
  carries: z.enum(callCarries),
  /** Per minute: what the caller pays, or what the broadcaster earns. Video null: the broadcaster doesn't accept it. */
  pointsPerMin: z.object({ voice: z.int(), video: z.nullable(z.int()) }),
  /** Per minute of what is carried now. */
  currentPointsPerMin: z.int(),
  /** As each side's page signalled last; null before it did. */
  sending: z.object({ caller: z.nullable(sideSending), broadcaster: z.nullable(sideSending) }),
  /** One side asks to go on with video. */
  videoRequest: z.nullable(z.object({ by: z.enum(['caller', 'broadcaster']), until: instant })),
})
export type CallInProgress = z.infer<typeof callLive>

/** A part of a call on its receipt. */
export const receiptSegment = z.object({
  carries: z.enum(callCarries),
  from: instant,
  to: instant,
  /** Per minute, and in all: what the caller paid, or the broadcaster earned; before point-back. */
  pointsPerMin: z.int(),
  points: z.int(),
})
export type ReceiptSegment = z.infer<typeof receiptSegment>
