import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/core/endpoint.ts'
import { done, instant, nothing, success } from '#contract/core/shared.ts'

/** Names a session to its member and opens nothing; in the one spelling PostgreSQL gives it. */
const deviceId = z.uuid().check(z.toLowerCase())

/** A browser in which the member is signed in. Where it stands is neither kept nor told. */
const device = z.object({
  id: deviceId,
  /** Such as iOS 18・Safari 18. */
  name: z.string(),
  isMobile: z.boolean(),
  isThisDevice: z.boolean(),
  /** When this account was first opened in that browser. */
  firstSeenAt: instant,
  /** To ten minutes. */
  lastUsedAt: instant,
})
export type Device = z.infer<typeof device>

export const devicesEndpoints = {
  getDevices: defineEndpoint({
    method: 'POST',
    path: '/api/get-devices',
    access: 'session',
    summary: 'Where the member is signed in: this device first, then by last use',
    input: nothing,
    output: z.object({ type: success, devices: z.array(device) }),
    refusals: [],
  }),
  signOutDevice: defineEndpoint({
    method: 'POST',
    path: '/api/sign-out-device',
    access: 'provenSession',
    summary: "Ends one of the member's own sessions, at once; its browser is no longer known",
    input: z.object({ deviceId }),
    output: done,
    refusals: ['notFound'],
  }),
  signOutOtherDevices: defineEndpoint({
    method: 'POST',
    path: '/api/sign-out-other-devices',
    access: 'provenSession',
    summary:
      'Ends every other session of the member; this one goes on, under a new cookie and token where the account has a way back',
    input: nothing,
    output: z.object({ type: success, signedOut: z.int() }),
    refusals: [],
  }),
}
