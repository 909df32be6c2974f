import { isRefusal } from '#contract/core/refusal.ts'
import type { operatorAgeBandsEndpoints } from '#contract/points/operator/age-bands.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction, operatorOverview } from '#server/operators/operator-handler.ts'
import { ageBands, removeAgeBand, saveAgeBand } from '../orders/age-bands.ts'

const subjectOf = (fromAge: number): string => `ageBand:${fromAge}`

export const operatorAgeBandsHandlers: HandlersOf<typeof operatorAgeBandsEndpoints> = {
  operatorAgeBands: operatorOverview(async ({ tx }) => ({ type: 'success', bands: await ageBands(tx) })),

  operatorSaveAgeBand: operatorAction(async ({ tx, input }) => {
    const saved = await saveAgeBand(tx, input)
    if (isRefusal(saved)) return saved
    return {
      answer: { type: 'success', bands: await ageBands(tx) },
      subject: subjectOf(input.fromAge),
      ...(saved.before ? { before: { ...saved.before } } : {}),
      after: input,
    }
  }),

  operatorRemoveAgeBand: operatorAction(async ({ tx, input: { fromAge } }) => {
    const before = await removeAgeBand(tx, fromAge)
    if (isRefusal(before)) return before
    return {
      answer: { type: 'success', bands: await ageBands(tx) },
      subject: subjectOf(fromAge),
      before: { ...before },
      after: {},
    }
  }),
}
