import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { sideSending } from '#contract/calls/in-call.ts'

const roomId = z.string().check(z.maxLength(64))
const link = { roomId, participantId: z.string() }

/** Requests to the node that has a call's media room. */
export const mediaRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('publish'), ...link, offerSdp: z.string() }),
  z.object({ type: z.literal('subscribe'), ...link, offerSdp: z.string() }),
  z.object({ type: z.literal('closeResource'), ...link, resourceId: z.string() }),
  z.object({ type: z.literal('extendFunding'), roomId, fundedMs: z.number() }),
  z.object({ type: z.literal('setSending'), roomId, sending: sideSending }),
  z.object({ type: z.literal('setKind'), roomId, kind: z.enum(callKinds) }),
  z.object({ type: z.literal('closeRoom'), roomId }),
  z.object({ type: z.literal('closeEcho'), roomId }),
  z.object({ type: z.literal('reading'), roomId }),
])

export type MediaRequest = z.infer<typeof mediaRequest>

const reading = z.object({
  connectedMs: z.number(),
  chargedMs: z.number(),
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
const session = z.object({ resourceId: z.string(), answerSdp: z.string() })
const nothing = z.null()

/** The answer to each. */
export const mediaAnswers = {
  publish: session,
  subscribe: session,
  closeResource: nothing,
  extendFunding: nothing,
  setSending: nothing,
  setKind: z.nullable(reading),
  closeRoom: reading,
  closeEcho: nothing,
  reading: z.nullable(reading),
} as const satisfies Record<MediaRequest['type'], z.ZodMiniType>

export type MediaAnswer<Type extends MediaRequest['type']> = z.infer<(typeof mediaAnswers)[Type]>

export const nodeMediaPath = '/api/node/media'
