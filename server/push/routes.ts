import type { pushEndpoints } from '#contract/push/push.ts'
import { idHashOf } from '#server/credentials/opaque-cookie.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { registerAddress } from './actions/register-address.ts'
import { deleteAddresses } from './addresses.ts'

export const pushHandlers: HandlersOf<typeof pushEndpoints> = {
  getPushSetup: async ({ context }) => ({ type: 'success', push: context.push.service.setup }),

  updateFcmToken: async ({ context, viewer, input }) =>
    (await registerAddress(context, viewer, input)) ?? { type: 'success' },

  deleteFcmToken: async ({ context, viewer }) => {
    await deleteAddresses(context.db, [idHashOf(viewer.sessionKey)])
    return { type: 'success' }
  },
}
