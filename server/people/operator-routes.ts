import { isRefusal } from '#contract/core/refusal.ts'
import type { operatorRatesEndpoints } from '#contract/people/rates.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { setRateBounds } from './actions/set-rate-bounds.ts'
import { rateBoundsInUse } from './rate-bounds.ts'

export const operatorRatesHandlers: HandlersOf<typeof operatorRatesEndpoints> = {
  operatorRateBounds: operatorOverview(async ({ tx }) => ({
    type: 'success',
    bounds: await rateBoundsInUse(tx),
  })),

  operatorSetRateBounds: operatorAction(async ({ tx, input }) => {
    const before = await setRateBounds(tx, input)
    if (isRefusal(before)) return before
    return {
      answer: { type: 'success' },
      subject: `rates:${input.kind}`,
      before,
      after: { min: input.min, max: input.max },
    }
  }),
}
