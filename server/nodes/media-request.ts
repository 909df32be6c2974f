import * as z from 'zod/mini'
import type { MediaSeatSpec } from '#adapters/media/port.ts'
import { callKinds } from '#contract/calls/calls.ts'
import { sideSending } from '#contract/calls/in-call.ts'

const roomId = z.string().check(z.maxLength(64))
const seatId = z.string().check(z.maxLength(64))
const link = { roomId, participantId: z.string() }
const offer = { ...link, offerSdp: z.string(), kind: z.optional(z.enum(callKinds)) }

const reading = z.object({
  connectedMs: z.number(),
  chargedMs: z.number(),
  freeMs: z.number(),
  pendingMs: z.number(),
  payerLostMs: z.number(),
  broadcasterLostMs: z.number(),
  unprovenMs: z.number(),
  mediaBytes: z.number(),
  segments: z.array(
    z.object({
      atMs: z.number(),
      firstIncrement: z.number(),
      carries: z.enum(['video', 'voice', 'nothing']),
    }),
  ),
  decidedIncrements: z.number(),
})
/** A field that is missing here would be left out on the way. */
const seatFields = {
  seatId,
  roomId,
  payerId: z.string(),
  payerSends: z.boolean(),
  metered: z.optional(z.boolean()),
  fundedMs: z.number(),
  freeMs: z.optional(z.number()),
  unprovenMsMax: z.number(),
  carried: reading,
  wasConnected: z.optional(z.boolean()),
} satisfies Record<keyof MediaSeatSpec, z.ZodMiniType>
const seat = z.object(seatFields)

/** Requests to the node that has a call's media room. */
export const mediaRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('publish'), ...offer }),
  z.object({ type: z.literal('subscribe'), ...offer }),
  z.object({ type: z.literal('closeResource'), ...link, resourceId: z.nullable(z.string()) }),
  z.object({ type: z.literal('openSeat'), seat }),
  z.object({ type: z.literal('extendFunding'), seatId, fundedMs: z.number() }),
  z.object({ type: z.literal('limitFunding'), seatId, fundedMs: z.number() }),
  z.object({ type: z.literal('setSending'), roomId, sending: sideSending }),
  z.object({ type: z.literal('setKind'), roomId, kind: z.enum(callKinds) }),
  z.object({ type: z.literal('closeSeat'), seatId }),
  z.object({ type: z.literal('closeRoom'), roomId }),
  z.object({ type: z.literal('closeEcho'), roomId }),
  z.object({ type: z.literal('reading'), seatId }),
])

export type MediaRequest = z.infer<typeof mediaRequest>

const readings = z.array(z.tuple([z.string(), reading]))
const session = z.object({ resourceId: z.string(), answerSdp: z.string() })
const nothing = z.null()

/** The answer to each. */
export const mediaAnswers = {
  publish: session,
  subscribe: session,
  closeResource: nothing,
  openSeat: nothing,
  extendFunding: nothing,
  limitFunding: nothing,
  setSending: nothing,
  setKind: z.nullable(readings),
  closeSeat: reading,
  closeRoom: readings,
  closeEcho: nothing,
  reading: z.nullable(reading),
} as const satisfies Record<MediaRequest['type'], z.ZodMiniType>

export type MediaAnswer<Type extends MediaRequest['type']> = z.infer<(typeof mediaAnswers)[Type]>

export const nodeMediaPath = '/api/node/media'
