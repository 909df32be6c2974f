import type { birthDateEndpoints, operatorBirthDateEndpoints } from '#contract/account/birth-date.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { operatorAction } from '#server/operators/operator-handler.ts'
import { correctBirthDate } from './actions/correct-birth-date.ts'
import { stateBirthDate } from './actions/state-birth-date.ts'

export const birthDateHandlers: HandlersOf<typeof birthDateEndpoints> = {
  stateBirthDate: async ({ context, viewer, input }) => {
    const stated = await stateBirthDate(context, viewer.memberId, input.birthDate)
    return isRefusal(stated) ? stated : { type: 'success', ...stated }
  },
}

export const operatorBirthDateHandlers: HandlersOf<typeof operatorBirthDateEndpoints> = {
  operatorCorrectBirthDate: operatorAction(async ({ context, tx, input }) => {
    const corrected = await correctBirthDate(context, tx, input)
    if (isRefusal(corrected)) return corrected
    const { name, isUnderAge, ageBefore, ageAfter } = corrected
    return {
      answer: { type: 'success', name, isUnderAge },
      subject: `member:${input.memberId}`,
      before: { age: ageBefore },
      after: { age: ageAfter, reason: input.reason },
    }
  }),
}
