import * as z from 'zod/mini'
import { callKinds } from '#contract/calls/calls.ts'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, nothing, success } from '#contract/core/shared.ts'

/** No operator's bounds reach beyond these, in points per minute: the table of prices holds nothing else. */
export const rateLowest = 50
export const rateHighest = 1000
/** An increment of 6 s costs a tenth of a rate, in whole points. */
export const rateStep = 10

/** Bounds an operator sets, in points per minute; multiples of 10. */
export const rateBounds = z.object({ min: z.int(), max: z.int() })

export type RateBounds = z.infer<typeof rateBounds>

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
