import type { birthDateEndpoints } from '#contract/account/birth-date.ts'
import { isRefusal } from '#contract/core/refusal.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { stateBirthDate } from './actions/state-birth-date.ts'

export const birthDateHandlers: HandlersOf<typeof birthDateEndpoints> = {
  stateBirthDate: async ({ context, viewer, input }) => {
    const stated = await stateBirthDate(context, viewer.memberId, input.birthDate)
    return isRefusal(stated) ? stated : { type: 'success', ...stated }
  },
}
