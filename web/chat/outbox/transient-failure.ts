import type { Failure } from '#contract/core/client.ts'

const transient: readonly Failure['code'][] = [
  'serverFailure',
  'tooManyRequests',
  'chatTooFast',
  'notReady',
  // The session may be renewed; a member who signs out drops the waiting messages.
  'notLoggedIn',
]

/** Whether a failure may pass, so that a retry is worthwhile. */
export const isTransient = ({ code }: Failure): boolean => transient.includes(code)
