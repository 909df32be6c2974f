import type { devicesEndpoints } from '#contract/account/devices.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { devicesOf } from '#server/members/devices.ts'
import { signOutDevice, signOutOtherDevices } from './actions/sign-out-devices.ts'
import { sessionCookie } from './sign-in/session-answer.ts'

export const devicesHandlers: HandlersOf<typeof devicesEndpoints> = {
  getDevices: async ({ context, viewer }) => ({
    type: 'success',
    devices: await devicesOf(context.db, viewer, context.now()),
  }),

  signOutDevice: async ({ context, viewer, input }) =>
    (await signOutDevice(context, viewer, input.deviceId)) ?? { type: 'success' },

  signOutOtherDevices: async ({ context, viewer, cookies }) => {
    const done = await signOutOtherDevices(context, viewer)
    if (done.rotated) cookies.push(sessionCookie(context.config, done.rotated))
    return { type: 'success', signedOut: done.signedOut }
  },
}
