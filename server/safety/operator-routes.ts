import type { operatorSafetyEndpoints } from '../../contract/operator-safety.ts'
import type { HandlersOf } from '../http/handlers.ts'
import { operatorAction, operatorOverview } from '../operator/operator-handler.ts'
import { setContactGuard } from './actions/set-contact-guard.ts'
import { contactGuardSetting } from './contact-guard.ts'

export const operatorSafetyHandlers: HandlersOf<typeof operatorSafetyEndpoints> = {
  operatorSafetySetting: operatorOverview(async ({ tx }) => ({
    type: 'success',
    contactGuard: await contactGuardSetting(tx),
  })),

  operatorSetContactGuard: operatorAction(async ({ tx, input }) => {
    const before = await setContactGuard(tx, input.contactGuard)
    return {
      answer: { type: 'success' },
      subject: null,
      before: { contactGuard: before },
      after: { contactGuard: input.contactGuard },
    }
  }),
}
