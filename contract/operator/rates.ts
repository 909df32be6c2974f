import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, success } from '#contract/core/shared.ts'
import { rateBounds } from '#contract/people/studio.ts'

const kindBounds = z.extend(rateBounds, {
  /** Broadcasters whose price lies outside: it stands until they change it. */
  outside: z.int(),
})
export type KindBounds = z.infer<typeof kindBounds>

export const operatorRatesEndpoints = {
  operatorRateBounds: defineEndpoint({
    method: 'POST',
    path: '/api/operator/rate-bounds',
    access: 'operator',
    summary: 'Within which prices broadcasters choose theirs, and how many are outside',
    input: nothing,
    output: z.object({ type: success, bounds: z.object({ video: kindBounds, voice: kindBounds }) }),
    refusals: [],
  }),
  operatorSetRateBounds: defineEndpoint({
    method: 'POST',
    path: '/api/operator/set-rate-bounds',
    access: 'operator',
    summary: "Sets the bounds of one kind's price, for what is chosen from now on; no stored price changes",
    input: z.extend(rateBounds, { kind: z.enum(callKinds) }),
    output: done,
    refusals: ['rateBoundsWrong'],
  }),
}
