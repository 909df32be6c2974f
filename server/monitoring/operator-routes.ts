import type { operatorClientErrorsEndpoints } from '#contract/monitoring/client-errors.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorReading } from '#server/operators/operator-handler.ts'
import { clientErrors } from './client-errors.ts'

export const operatorClientErrorsHandlers: HandlersOf<typeof operatorClientErrorsEndpoints> = {
  operatorClientErrors: operatorReading(async ({ context, tx }) => {
    const errors = await clientErrors(tx)
    return {
      answer: { type: 'success', isKept: context.config.collector === undefined, errors },
      subject: null,
      after: { errors: errors.length },
    }
  }),
}
